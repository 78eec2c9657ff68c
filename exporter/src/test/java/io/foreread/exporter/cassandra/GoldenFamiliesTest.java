package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.catalog.Lines;
import io.foreread.exporter.catalog.Refresh;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the families of each naming and line with the golden files {@code golden/*.txt}. Each row of a file has a
 * family, its type and the label names of its samples. The families of the default configuration come first.
 * {@code ./mvnw -pl exporter test -Dforeread.update=true} rewrites the files.
 */
class GoldenFamiliesTest {
    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

    static Stream<Arguments> namingsOfLines() {
        return Stream.of("native", "jmx_exporter")
                .flatMap(naming -> Lines.KNOWN.stream().map(line -> Arguments.of(naming, line)));
    }

    @ParameterizedTest
    @MethodSource("namingsOfLines")
    void familiesMatchTheGoldenFile(String naming, String line) throws IOException {
        Path golden = Path.of("src/test/resources/golden", naming + "-" + line + ".txt");
        String families = document(naming, line);
        if (Boolean.getBoolean("foreread.update")) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, families);
        }
        assertThat(golden)
                .as("run ./mvnw -pl exporter test -Dforeread.update=true")
                .hasContent(families);
    }

    private static String document(String naming, String line) {
        Map<String, String> byDefault = families(line, Map.of("metrics.naming", naming));
        Map<String, String> everything = families(
                line,
                Map.of(
                        "metrics.naming", naming,
                        "metrics.node.include", "*",
                        "metrics.keyspace.include", "*",
                        "metrics.table.include", "*",
                        "metrics.node.distributions", "both",
                        "metrics.keyspace.distributions", "both",
                        "metrics.table.distributions", "both"));
        everything.values().removeAll(byDefault.values());
        StringBuilder text = new StringBuilder("# Default configuration.\n");
        byDefault.values().forEach(family -> text.append(family).append('\n'));
        text.append("# Differences with every family included and distributions exported as both.\n");
        everything.values().forEach(family -> text.append(family).append('\n'));
        return text.toString();
    }

    /** Returns the row of each family by the name of the family, sorted by name. */
    static Map<String, String> families(String line, Map<String, String> settings) {
        Bridge bridge = RegistryBridge.of(LineRegistry.of(line), settings);
        for (Refresh refresh : Refresh.values()) bridge.reads(refresh).forEach(read -> read.read());
        return families(ScrapedText.by(bridge).text());
    }

    private static Map<String, String> families(String text) {
        Map<String, String> types = new TreeMap<>();
        Map<String, TreeSet<String>> labels = new HashMap<>();
        String family = "";
        for (String line : text.split("\n")) {
            Matcher type = TYPE.matcher(line);
            if (type.matches()) {
                family = type.group(1);
                assertThat(types.put(family, type.group(2)))
                        .as("type of " + family + " exported twice")
                        .isNull();
            }
            if (!line.startsWith("#"))
                labels.computeIfAbsent(family, key -> new TreeSet<>()).add(labelNames(line));
        }
        types.replaceAll((name, type) -> name + " " + type + " " + String.join(" | ", labels.get(name)));
        return types;
    }

    private static String labelNames(String sample) {
        TreeSet<String> names = new TreeSet<>();
        Matcher label = LABEL.matcher(sample);
        while (label.find()) names.add(label.group(1));
        names.remove("le");
        return names.toString();
    }
}
