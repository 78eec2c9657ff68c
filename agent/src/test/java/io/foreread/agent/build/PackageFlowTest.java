package io.foreread.agent.build;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;

/**
 * Checks that packages of the agent and the exporter import only those that {@link OurPackage} allows, so that
 * dependencies have one direction.
 */
class PackageFlowTest {
    private static final Path ROOT = Path.of("..");
    private static final Path CONTRIBUTING = ROOT.resolve("CONTRIBUTING.md");
    private static final String BEGIN = "<!-- packages: -Dforeread.update=true rewrites this table -->\n";
    private static final String END = "<!-- end of packages -->\n";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.foreread", "org.apache.cassandra.io.util", "org.apache.cassandra.io.sstable.format")
            .that(DescribedPredicate.describe("are classes of this build", type -> type.getSource()
                    .map(source -> source.getUri().toString())
                    .filter(uri -> !uri.contains("cassandra-all"))
                    .isPresent()));

    static List<String> packages() {
        return OurPackage.ALL.stream().map(OurPackage::name).toList();
    }

    @Test
    void everyPackageIsDeclared() {
        Set<String> present = CLASSES.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
        assertThat(packages()).containsExactlyInAnyOrderElementsOf(present);
    }

    @ParameterizedTest
    @MethodSource("packages")
    void packagesImportOnlyWhatTheirDeclarationAllows(String name) {
        OurPackage declared = OurPackage.ALL.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        classes()
                .that()
                .resideInAPackage(name)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(declared.allowed())
                .check(CLASSES);
    }

    /** Cassandra sets up its logging after premain. A logger that exists before would set it up with defaults. */
    @Test
    void classesThatPremainInitializesHaveNoLogger() {
        Set<String> loadedByPremain = OurPackage.ALL.stream()
                .filter(one -> one.loadedBy().equals("premain"))
                .map(OurPackage::name)
                .collect(Collectors.toSet());
        assertThat(loadedByPremain).hasSizeGreaterThan(5);
        noFields()
                .that()
                .areDeclaredInClassesThat(DescribedPredicate.describe(
                        "premain initializes",
                        type -> loadedByPremain.contains(type.getPackageName())
                                || type.getSimpleName().startsWith("Attached")))
                .should()
                .haveRawType(Logger.class)
                .check(CLASSES);
    }

    @Test
    void tableInContributingMatchesTheDeclarations() throws IOException {
        String text = Files.readString(CONTRIBUTING);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        assertThat(text).contains(BEGIN, END);
        String generated = text.substring(0, begin) + table() + text.substring(end);
        if (Boolean.getBoolean("foreread.update")) Files.writeString(CONTRIBUTING, generated);
        assertThat(Files.readString(CONTRIBUTING))
                .as("run ./mvnw -pl exporter,agent test -Dforeread.update=true")
                .isEqualTo(generated);
    }

    private static String table() {
        return OurPackage.ALL.stream()
                .map(one -> one.row() + "\n")
                .collect(Collectors.joining(
                        "",
                        "| package | holds | loaded by | may import in addition to `java.*` |\n|---|---|---|---|\n",
                        ""));
    }

    @Test
    void descriptionOfEveryMainPackageSaysWhenItIsLoaded() throws IOException {
        for (Path description : descriptions("agent/src/main/java", "exporter/src/main/java"))
            assertThat(description).content().containsPattern("\\b[Ll]oad(s|ed)\\b");
    }

    @Test
    void everyPackageOfTheIntegrationTestsHasADescription() throws IOException {
        assertThat(descriptions(
                        "integration-tests/kit/src/main/java",
                        "integration-tests/kit/src/test/java",
                        "integration-tests/bench/src/main/java",
                        "integration-tests/bench/src/test/java",
                        "integration-tests/suites/src/test/java"))
                .isNotEmpty();
    }

    /** Returns the package-info.java of each package. If a package is in two of the trees, one of them has the file. */
    private static List<Path> descriptions(String... trees) throws IOException {
        Set<Path> packages = new TreeSet<>();
        for (String tree : trees) {
            Path root = ROOT.resolve(tree);
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file -> packages.add(root.relativize(file.getParent())));
            }
        }
        List<Path> descriptions = Stream.of(trees)
                .flatMap(tree -> packages.stream()
                        .map(one -> ROOT.resolve(tree).resolve(one).resolve("package-info.java")))
                .filter(Files::exists)
                .toList();
        assertThat(packages).allSatisfy(one -> assertThat(descriptions)
                .as("package-info.java of " + one)
                .anyMatch(file -> file.getParent().endsWith(one)));
        return descriptions;
    }
}
