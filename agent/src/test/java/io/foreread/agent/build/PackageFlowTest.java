package io.foreread.agent.build;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Data flows one way, and a package name says who loads the class. */
class PackageFlowTest {
    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.foreread", "org.apache.cassandra.io.util", "org.apache.cassandra.io.sstable.format")
            .that(com.tngtech.archunit.base.DescribedPredicate.describe("are ours", type -> type.getSource()
                    .map(source -> source.getUri().toString())
                    .filter(uri -> !uri.contains("cassandra-all"))
                    .isPresent()));

    private static final String[] RIGHT_OF_THE_BAR = {
        "io.foreread.exporter.own..",
        "io.foreread.exporter.http..",
        "io.foreread.exporter.catalog..",
        "io.foreread.exporter.source..",
        "io.foreread.exporter.dropwizard..",
        "io.foreread.exporter.cassandra..",
        "io.foreread.exporter.mbean..",
        "io.foreread.exporter.naming..",
        "io.micrometer..",
        "io.prometheus.."
    };

    @Test
    void hotCodeNeverReachesTheScrapeSide() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.foreread.agent.advice..",
                        "io.foreread.agent.probe..",
                        "io.foreread.agent.readahead..",
                        "io.foreread.agent.reader..",
                        "io.foreread.exporter.recorder..",
                        "org.apache.cassandra..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(RIGHT_OF_THE_BAR)
                .check(OURS);
    }

    @Test
    void theAlgorithmKnowsNoCassandra() {
        noClasses()
                .that()
                .resideInAnyPackage("io.foreread.agent.readahead..", "io.foreread.exporter..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.cassandra..")
                .check(OURS);
    }

    @Test
    void hooksNameCassandraAndAdviceAndNeverTouchThem() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.foreread.agent",
                        "io.foreread.agent.hook..",
                        "io.foreread.agent.install..",
                        "io.foreread.agent.startup..",
                        "io.foreread.agent.config..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.cassandra..", "io.foreread.agent.advice..")
                .check(OURS);
    }

    @Test
    void theEntryKnowsTheJdkAndOneClass() {
        noClasses()
                .that()
                .haveFullyQualifiedName("io.foreread.agent.ForereadAgent")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("java..", "io.foreread.agent.startup")
                .check(OURS);
    }

    @Test
    void onlyTheInstallerAndAdviceKnowByteBuddy() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.foreread.agent.install..", "io.foreread.agent.advice..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("net.bytebuddy..")
                .check(OURS);
    }
}
