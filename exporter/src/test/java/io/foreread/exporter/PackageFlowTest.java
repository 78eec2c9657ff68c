package io.foreread.exporter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Data flows recorder, own, http; source, catalog and naming beside. Nothing looks back. */
@AnalyzeClasses(packages = "io.foreread.exporter", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageFlowTest {
    private static final String OURS = "io.foreread.exporter";

    @ArchTest
    static final ArchRule recorderKnowsTheJdkOnly = classes()
            .that()
            .resideInAPackage(OURS + ".recorder")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "com.sun.management", OURS + ".recorder");

    @ArchTest
    static final ArchRule catalogKnowsTheJdkAndItsFilesOnly = classes()
            .that()
            .resideInAPackage(OURS + ".catalog")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.yaml.snakeyaml..", OURS + ".catalog");

    @ArchTest
    static final ArchRule sourceKnowsNoMetricsLibrary = classes()
            .that()
            .resideInAPackage(OURS + ".source")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "javax.management..", OURS + ".catalog", OURS + ".source");

    @ArchTest
    static final ArchRule dropwizardKnowsDropwizardAndNoClientLibrary = classes()
            .that()
            .resideInAPackage(OURS + ".dropwizard")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.management..",
                    "com.codahale.metrics",
                    OURS + ".catalog",
                    OURS + ".source",
                    OURS + ".dropwizard");

    /** Cassandra's copy, which the standalone process does not have. */
    @ArchTest
    static final ArchRule onlyDropwizardAndTheFacadeKnowDropwizard = noClasses()
            .that()
            .resideOutsideOfPackage(OURS + ".dropwizard")
            .and()
            .doNotHaveFullyQualifiedName(OURS + ".MetricsExporter")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.codahale.metrics..");

    @ArchTest
    static final ArchRule mbeanKnowsJmxAndNoHttp = classes()
            .that()
            .resideInAPackage(OURS + ".mbean")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.management..",
                    "com.sun.management",
                    OURS + ".catalog",
                    OURS + ".config",
                    OURS + ".source",
                    OURS + ".mbean");

    @ArchTest
    static final ArchRule ownKnowsMicrometerAndNoHttp = classes()
            .that()
            .resideInAPackage(OURS + ".own")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "io.micrometer.core..",
                    OURS + ".recorder",
                    OURS + ".catalog",
                    OURS + ".source",
                    OURS + ".own");

    @ArchTest
    static final ArchRule textKnowsTheJdkOnly = classes()
            .that()
            .resideInAPackage(OURS + ".text")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", OURS + ".text");

    @ArchTest
    static final ArchRule cassandraKnowsNoClientLibraryAndNoHttp = classes()
            .that()
            .resideInAPackage(OURS + ".cassandra")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    OURS + ".catalog",
                    OURS + ".config",
                    OURS + ".naming",
                    OURS + ".source",
                    OURS + ".text",
                    OURS + ".cassandra");

    @ArchTest
    static final ArchRule namingKnowsWhatThereIsAndNotHowItIsTold = classes()
            .that()
            .resideInAPackage(OURS + ".naming")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.management..",
                    "org.yaml.snakeyaml..",
                    OURS + ".catalog",
                    OURS + ".config",
                    OURS + ".source",
                    OURS + ".naming");

    @ArchTest
    static final ArchRule securityKnowsFilesAndNoServer = classes()
            .that()
            .resideInAPackage(OURS + ".security")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.crypto..",
                    "javax.net.ssl",
                    "at.favre.lib.crypto.bcrypt",
                    "org.slf4j",
                    OURS + ".config",
                    OURS + ".security");

    @ArchTest
    static final ArchRule jmxKnowsNoClientLibraryAndNoHttp = classes()
            .that()
            .resideInAPackage(OURS + ".jmx")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax..",
                    OURS + ".cassandra",
                    OURS + ".catalog",
                    OURS + ".config",
                    OURS + ".source",
                    OURS + ".jmx");

    /** The standalone process has none. */
    @ArchTest
    static final ArchRule theStandaloneExporterNeedsNoDropwizard = noClasses()
            .that()
            .resideInAnyPackage(OURS + ".jmx", OURS + ".standalone", OURS + ".cli")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName(OURS + ".MetricsExporter")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName(OURS + ".dropwizard.InProcessSource");

    /** The agent's jar has neither. */
    @ArchTest
    static final ArchRule nobodyElseKnowsTheStandaloneExporter = noClasses()
            .that()
            .resideOutsideOfPackages(OURS + ".jmx", OURS + ".standalone")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(OURS + ".jmx", OURS + ".standalone");

    @ArchTest
    static final ArchRule onlyHttpKnowsThePrometheusClient = noClasses()
            .that()
            .resideOutsideOfPackage(OURS + ".http")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.prometheus..", "io.micrometer.prometheus..", "com.sun.net.httpserver..");

    @ArchTest
    static final ArchRule nobodyKnowsCassandraByType =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.cassandra..");

    /** Logging starts with the endpoint, never with a probe. */
    @ArchTest
    static final ArchRule onlyTheFacadeAndHttpLog = noClasses()
            .that()
            .resideInAnyPackage(
                    OURS + ".recorder",
                    OURS + ".catalog",
                    OURS + ".source",
                    OURS + ".dropwizard",
                    OURS + ".mbean",
                    OURS + ".text",
                    OURS + ".cassandra",
                    OURS + ".naming",
                    OURS + ".own")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.slf4j..");
}
