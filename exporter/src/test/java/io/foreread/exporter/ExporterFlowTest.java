package io.foreread.exporter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which classes of a package may know what others of it may not; the agent's build declares what packages may import. */
@AnalyzeClasses(packages = "io.foreread.exporter", importOptions = ImportOption.DoNotIncludeTests.class)
class ExporterFlowTest {
    private static final String OURS = "io.foreread.exporter";

    /** Cassandra's copy, which the standalone process does not have. */
    @ArchTest
    static final ArchRule onlyItsPackageAndWhatFollowsTheRegistryKnowDropwizard = noClasses()
            .that()
            .resideOutsideOfPackage(OURS + ".dropwizard")
            .and()
            .doNotHaveFullyQualifiedName(OURS + ".FollowedRegistry")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.codahale.metrics..");

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
}
