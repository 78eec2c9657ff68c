package io.foreread.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.YamlSettings;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/foreread.yaml says what the code does. */
class ConfigDocTest {
    private static final Path DOC = Path.of("../docs/foreread.yaml");

    @Test
    void everyValueInTheFileIsTheDefault() throws IOException {
        AgentConfig documented = AgentConfig.of(YamlSettings.read(DOC), Set.of());
        assertThat(documented.problems()).isEmpty();
        assertThat(documented)
                .usingRecursiveComparison()
                .ignoringFields("untilRestart")
                .ignoringFieldsOfTypes(Pattern.class)
                .isEqualTo(AgentConfig.of(Map.of(), Set.of()));
    }

    static Stream<String> keys() {
        return Stream.of(AgentConfig.class, MetricsConfig.class, HttpConfig.class)
                .flatMap(type -> Stream.of(type.getFields()))
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == String.class)
                .map(ConfigDocTest::value);
    }

    private static String value(Field constant) {
        try {
            return (String) constant.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyKeyIsInTheFile(String key) throws IOException {
        String last = key.replaceFirst("\\.$", "").replaceFirst(".*\\.", "");
        assertThat(Files.readAllLines(DOC)).anyMatch(line -> line.matches("[ #]*" + last + ":.*"));
    }
}
