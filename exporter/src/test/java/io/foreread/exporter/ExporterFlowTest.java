package io.foreread.exporter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Restricts dependencies between single classes. The rules for packages are in the agent's PackageFlowTest. */
@AnalyzeClasses(packages = "io.foreread.exporter", importOptions = ImportOption.DoNotIncludeTests.class)
class ExporterFlowTest {
    private static final String ROOT = "io.foreread.exporter";

    /** Dropwizard Metrics is a library of Cassandra. The standalone exporter does not contain it. */
    @ArchTest
    static final ArchRule onlyTheDropwizardPackageAndFollowedRegistryDependOnDropwizard = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".dropwizard")
            .and()
            .doNotHaveFullyQualifiedName(ROOT + ".FollowedRegistry")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.codahale.metrics..");

    /** MetricsExporter and InProcessSource use Dropwizard, which the standalone exporter does not contain. */
    @ArchTest
    static final ArchRule standaloneExporterDoesNotDependOnClassesThatUseDropwizard = noClasses()
            .that()
            .resideInAnyPackage(ROOT + ".jmx", ROOT + ".standalone", ROOT + ".cli")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName(ROOT + ".MetricsExporter")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName(ROOT + ".dropwizard.InProcessSource");
}
