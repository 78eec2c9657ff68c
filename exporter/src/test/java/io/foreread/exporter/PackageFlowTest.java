package io.foreread.exporter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Data flows recorder, registry, http; source, catalog and dialect beside. Nothing looks back. */
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
    static final ArchRule sourceKnowsDropwizardAndNoClientLibrary = classes()
            .that()
            .resideInAPackage(OURS + ".source")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..", "javax.management..", "com.codahale.metrics", OURS + ".catalog", OURS + ".source");

    @ArchTest
    static final ArchRule beansKnowJmxAndNoHttp = classes()
            .that()
            .resideInAPackage(OURS + ".beans")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.management..",
                    "com.sun.management",
                    OURS + ".catalog",
                    OURS + ".config",
                    OURS + ".source",
                    OURS + ".beans");

    @ArchTest
    static final ArchRule registryKnowsMicrometerAndNoHttp = classes()
            .that()
            .resideInAPackage(OURS + ".registry")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "io.micrometer.core..",
                    OURS + ".recorder",
                    OURS + ".catalog",
                    OURS + ".source",
                    OURS + ".registry");

    @ArchTest
    static final ArchRule textKnowsTheJdkOnly = classes()
            .that()
            .resideInAPackage(OURS + ".text")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", OURS + ".text");

    @ArchTest
    static final ArchRule bridgeKnowsNoRegistryAndNoHttp = classes()
            .that()
            .resideInAPackage(OURS + ".bridge")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    OURS + ".catalog",
                    OURS + ".config",
                    OURS + ".dialect",
                    OURS + ".source",
                    OURS + ".text",
                    OURS + ".bridge");

    @ArchTest
    static final ArchRule dialectKnowsWhatThereIsAndNotHowItIsTold = classes()
            .that()
            .resideInAPackage(OURS + ".dialect")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.management..",
                    "org.yaml.snakeyaml..",
                    OURS + ".catalog",
                    OURS + ".config",
                    OURS + ".source",
                    OURS + ".dialect");

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
    static final ArchRule jmxKnowsNoRegistryAndNoHttp = classes()
            .that()
            .resideInAPackage(OURS + ".jmx")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax..",
                    OURS + ".bridge",
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
            .haveFullyQualifiedName(OURS + ".source.InProcessSource");

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
                    OURS + ".beans",
                    OURS + ".text",
                    OURS + ".bridge",
                    OURS + ".dialect",
                    OURS + ".registry")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.slf4j..");
}
