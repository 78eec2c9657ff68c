package io.foreread.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.config.GivenSettings;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.MetricsSettings;
import io.foreread.exporter.config.Setting;
import io.foreread.exporter.config.SettingList;
import io.foreread.exporter.config.SettingProblems;
import io.foreread.exporter.config.SettingRow;
import io.foreread.exporter.config.YamlSettings;
import io.foreread.exporter.standalone.ExporterSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks docs/foreread.yaml and the tables of docs/configuration.md, which are generated from the declarations of the
 * settings: {@code ./mvnw -pl exporter,agent test -Dforeread.update=true} rewrites them.
 */
class SettingsDocTest {
    private static final Path YAML = Path.of("../docs/foreread.yaml");
    private static final Path CONFIGURATION = Path.of("../docs/configuration.md");
    private static final String UPDATE = "run ./mvnw -pl exporter,agent test -Dforeread.update=true";

    private static final Map<String, SettingList> TABLES = Map.of(
            "agent", AgentSettings.LIST,
            "metrics", MetricsSettings.LIST,
            "http", HttpSettings.LIST,
            "exporter", ExporterSettings.LIST);

    @BeforeAll
    static void update() throws IOException {
        if (!Boolean.getBoolean("foreread.update")) return;
        Files.writeString(YAML, yaml());
        for (String name : TABLES.keySet()) Files.writeString(CONFIGURATION, withTable(name));
    }

    private static String yaml() {
        return """
                # Every setting of foreread-agent.jar with its default, generated from the code. Copy this file, keep the
                # settings that you change, delete the rest, and name the copy in the arguments of the agent:
                #   -javaagent:/opt/foreread/foreread-agent.jar=config=/etc/cassandra/foreread.yaml
                # java -jar foreread-agent.jar check-config FILE prints the mistakes of a file and how many series it exports.
                # A change below metrics: takes effect while the node runs, any other change when the agent starts.

                """
                + SettingsYaml.of(AgentSettings.all());
    }

    private static String withTable(String name) throws IOException {
        String text = Files.readString(CONFIGURATION);
        String begin = "<!-- settings:" + name + ":begin -->\n";
        String end = "<!-- settings:" + name + ":end -->\n";
        assertThat(text).containsOnlyOnce(begin).containsOnlyOnce(end);
        return text.substring(0, text.indexOf(begin) + begin.length())
                + table(TABLES.get(name).all())
                + text.substring(text.indexOf(end));
    }

    @Test
    void theFileOfDefaultsIsGeneratedFromTheDeclarations() {
        assertThat(YAML).as(UPDATE).hasContent(yaml());
    }

    @Test
    void everyValueInTheFileIsTheDefault() throws IOException {
        AgentConfig documented = AgentConfig.of(YamlSettings.read(YAML), Set.of());
        assertThat(documented.problems()).isEmpty();
        assertThat(documented)
                .usingRecursiveComparison()
                .ignoringFields("untilRestart", "metrics.given")
                .withEqualsForType((one, other) -> one.pattern().equals(other.pattern()), Pattern.class)
                .isEqualTo(AgentConfig.of(Map.of(), Set.of()));
    }

    @Test
    void fileSetsEveryKeyIfItsExamplesAreUncommented(@TempDir Path directory) throws IOException {
        List<Setting<?>> settings = Stream.of(AgentSettings.LIST, MetricsSettings.LIST, HttpSettings.LIST)
                .flatMap(list -> list.all().stream())
                .filter(setting -> !setting.isFamily())
                .collect(Collectors.toList());
        String names = settings.stream()
                .flatMap(setting -> Stream.of(setting.key().split("\\.")))
                .collect(Collectors.joining("|"));
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(YAML))
            lines.add(line.replaceFirst("^( *)# ( *(" + names + "):( .*)?)$", "$1$2"));
        GivenSettings set = YamlSettings.read(Files.write(directory.resolve("all.yaml"), lines));
        assertThat(set.set().keySet())
                .containsExactlyElementsOf(settings.stream().map(Setting::key).toList());
        List<String> problems = new ArrayList<>();
        MetricsConfig.of(set, problems);
        AgentSettings.LIST.read(
                set.ownedBy(MetricsSettings.LIST, false).ownedBy(HttpSettings.LIST, false),
                new SettingProblems(problems, List.of()));
        HttpSettings.LIST.read(set, new SettingProblems(problems, List.of()));
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"agent", "metrics", "http", "exporter"})
    void aTableOfTheDocumentationIsGeneratedFromTheDeclarations(String name) throws IOException {
        assertThat(CONFIGURATION).as(UPDATE).hasContent(withTable(name));
        for (Setting<?> setting : TABLES.get(name).all())
            assertThat(CONFIGURATION).content().contains("`" + setting + "`");
    }

    private static String table(List<Setting<?>> settings) {
        StringBuilder table = new StringBuilder("\n| key | default | values | |\n|---|---|---|---|\n");
        for (SettingRow row : SettingRow.of(settings)) {
            Setting<?> setting = row.first();
            table.append("| `")
                    .append(String.join("`, `", row.keys()))
                    .append("` | ")
                    .append(setting.defaultText() == null ? "none" : "`" + setting.defaultText() + "`")
                    .append(" | ")
                    .append(setting.allowed())
                    .append(" | ")
                    .append(setting.markdownHelp())
                    .append(" |\n");
        }
        return table.append("\n").toString();
    }
}
