package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Declares settings in lists of its own, because the lists of the product are declared once per JVM. */
class SettingListTest {
    private final SettingList list = new SettingList("kit.");
    private final List<String> problems = new ArrayList<>();

    private SettingValues read(Map<String, String> settings) {
        return list.read(GivenSettings.of(settings), new SettingProblems(problems, list.keys()));
    }

    private Setting<Integer> number(String key) {
        return list.declare(key, "1", Integer::valueOf, "whole numbers", "A number.");
    }

    @Test
    void aGivenValueReplacesTheDefault() {
        Setting<Integer> number = number("kit.number");
        Setting<List<String>> names = list.declareList("kit.names", "[a, b]", List::copyOf, "names", "Some names.");
        Setting<Boolean> flag = list.declareBoolean("kit.flag", true, "A flag.");
        SettingValues defaults = list.defaults();
        assertThat(defaults.get(number)).isEqualTo(1);
        assertThat(defaults.get(names)).containsExactly("a", "b");
        assertThat(defaults.get(flag)).isTrue();
        SettingValues given = read(Map.of("kit.number", "2", "kit.names", "c", "kit.flag", "off"));
        assertThat(given.get(number)).isEqualTo(2);
        assertThat(given.get(names)).containsExactly("c");
        assertThat(given.get(flag)).isFalse();
        assertThat(problems).isEmpty();
    }

    @Test
    void aSettingWithoutADefaultHasAValueOnlyIfItIsGiven() {
        Setting<Integer> number =
                list.declareOptional("kit.number", "7", Integer::valueOf, "whole numbers", "A number.");
        Setting<List<String>> names =
                list.declareOptionalList("kit.names", "[x]", List::copyOf, "names", "Some names.");
        Setting<Path> file = list.declareFile("kit.file", "/etc/file", "A file.");
        Setting<String> variable = list.declareVariable("kit.variable", "NAME", "A variable.");
        for (Setting<?> setting : list.all()) {
            assertThat(list.defaults().find(setting)).isNull();
            assertThat(setting.defaultText()).isNull();
        }
        assertThat(list.all()).extracting(Setting::example).containsExactly("7", "[x]", "/etc/file", "NAME");
        SettingValues given =
                read(Map.of("kit.number", "2", "kit.names", "[c, d]", "kit.file", "/f", "kit.variable", "V_1"));
        assertThat(given.get(number)).isEqualTo(2);
        assertThat(given.get(names)).containsExactly("c", "d");
        assertThat(given.get(file)).isEqualTo(Path.of("/f"));
        assertThat(given.get(variable)).isEqualTo("V_1");
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kit.flag | maybe | kit.flag: 'maybe' is not allowed; allowed are true and false",
                "kit.file | '' | kit.file: '' is not allowed; allowed is the path of a file",
                "kit.variable | 1V | kit.variable: '1V' is not allowed; allowed is the name of an environment variable, such as JMX_PASSWORD",
            })
    void aWrongValueIsAProblemAndKeepsTheDefault(String key, String value, String problem) {
        list.declareBoolean("kit.flag", true, "A flag.");
        list.declareFile("kit.file", "/etc/file", "A file.");
        list.declareVariable("kit.variable", "NAME", "A variable.");
        SettingValues values = read(Map.of(key, value));
        assertThat(problems).containsExactly(problem);
        for (Setting<?> setting : list.all()) assertThat(values.find(setting)).isEqualTo(setting.defaultValue());
    }

    @Test
    void aKeyIsDeclaredOnceAndWithThePrefixOfTheList() {
        number("kit.number");
        assertThatThrownBy(() -> number("kit.number"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("kit.number");
        assertThatThrownBy(() -> number("other.number"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("other.number");
    }

    @Test
    void aWrongDefaultFailsItsDeclaration() {
        assertThatThrownBy(() -> list.declare("kit.number", "one", Integer::valueOf, "whole numbers", "A number."))
                .isInstanceOf(NumberFormatException.class);
    }

    @Test
    void aFamilyOfKeysHasOneSettingForEachName() {
        number("kit.number");
        Setting<Boolean> family = list.declareBoolean("kit.hook.<name>", true, "A hook.");
        SettingList named = list.withNames(List.of("one", "two"));
        assertThat(named.keys()).containsExactly("kit.number", "kit.hook.one", "kit.hook.two");
        SettingValues values = named.read(
                GivenSettings.of(Map.of("kit.hook.two", "off", "kit.hook.three", "off")),
                new SettingProblems(problems, named.keys()));
        assertThat(values.get(family.named("one"))).isTrue();
        assertThat(values.get(family.named("two"))).isFalse();
        assertThat(problems)
                .containsExactly(
                        "unknown key 'kit.hook.three' (value 'off'); allowed are kit.number, kit.hook.one, kit.hook.two");
    }

    @Test
    void keysOfOtherListsAreIgnored() {
        number("kit.number");
        read(Map.of("kitten", "1", "other.number", "2"));
        assertThat(problems).isEmpty();
    }

    @Test
    void keysWithProblemsAreListed() {
        number("kit.number");
        SettingProblems found = new SettingProblems(problems, list.keys());
        list.read(GivenSettings.of(Map.of("kit.number", "x", "kit.nmber", "1", "other", "1")), found);
        assertThat(found.keys()).containsExactly("kit.nmber", "kit.number");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kit.nubmer | did you mean 'kit.number'?",
                "kit.nubmex | did you mean 'kit.number'?",
                "kit.nubmxx | allowed are kit.number",
            })
    void aKeyWithUpToTwoMistakesIsRecognized(String key, String hint) {
        number("kit.number");
        read(Map.of(key, "1"));
        assertThat(problems).containsExactly("unknown key '" + key + "' (value '1'); " + hint);
    }

    @Test
    void severalProblemsHaveALineEach() {
        assertThat(SettingProblems.text(List.of("one"))).isEqualTo("one");
        assertThat(SettingProblems.text(List.of("one", "two"))).isEqualTo("\n  one\n  two");
    }

    @Test
    void helpHasBackticksOnlyInMarkdown() {
        Setting<Integer> setting = list.declare("kit.number", "1", Integer::valueOf, "0 to 9", "With `0` nothing.");
        assertThat(setting.help()).isEqualTo("With 0 nothing.");
        assertThat(setting.markdownHelp()).isEqualTo("With `0` nothing.");
    }
}
