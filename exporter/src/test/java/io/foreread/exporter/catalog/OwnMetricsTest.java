package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OwnMetricsTest {
    private static final Path SOURCES = Path.of("src/main/java/io/foreread/exporter");
    private static final List<Class<?>> DECLARING = List.of(OwnMetrics.class, OwnCompactionMetrics.class);

    @Test
    void everyMetricIsExportedBySomeSource() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<Path> readers = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> DECLARING.stream()
                            .noneMatch(type -> file.endsWith("catalog/" + type.getSimpleName() + ".java")))
                    .toList();
            for (Path file : readers) sources.append(Files.readString(file));
        }
        List<String> unused = new ArrayList<>();
        for (Class<?> declaring : DECLARING)
            for (Field field : declaring.getFields()) {
                String use = declaring.getSimpleName() + "." + field.getName();
                if (field.getType() == Metric.class
                        && !Pattern.compile("\\b" + Pattern.quote(use) + "\\b")
                                .matcher(sources)
                                .find()) unused.add(use);
            }
        assertThat(unused).as("declared, and not exported by any source").isEmpty();
    }
}
