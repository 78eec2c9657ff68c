package io.foreread.exporter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Restricts imports of single classes. Rules for packages are in the agent's build. */
@AnalyzeClasses(packages = "io.foreread.exporter", importOptions = ImportOption.DoNotIncludeTests.class)
class ExporterFlowTest {
    private static final String OURS = "io.foreread.exporter";

    /** Dropwizard belongs to Cassandra, and the standalone process does not have it. */
    @ArchTest
    static final ArchRule onlyItsPackageAndWhatFollowsTheRegistryKnowDropwizard = noClasses()
            .that()
            .resideOutsideOfPackage(OURS + ".dropwizard")
            .and()
            .doNotHaveFullyQualifiedName(OURS + ".FollowedRegistry")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.codahale.metrics..");

    /** The standalone process has no such classes. */
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
}
