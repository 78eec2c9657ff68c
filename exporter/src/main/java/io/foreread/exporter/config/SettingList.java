package io.foreread.exporter.config;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds the settings of one subject in the order of their declaration. Settings are declared by static initializers.
 * Once all are declared, the list is thread-safe.
 */
public final class SettingList {
    private final String prefix;
    private final Map<String, Setting<?>> settings = new LinkedHashMap<>();

    /** @param prefix the common prefix of all keys, or empty */
    public SettingList(String prefix) {
        this.prefix = prefix;
    }

    /** @param defaultText the default as YAML */
    public <T> Setting<T> declare(
            String key, String defaultText, Setting.Parser<T> parser, String allowed, String help) {
        return add(new Setting<>(key, defaultText, null, one(parser, allowed), allowed, help));
    }

    /**
     * Declares a setting whose value is a list. A text is also accepted, with items separated by commas or spaces.
     *
     * @param defaultText the default as YAML
     */
    public <T> Setting<T> declareList(
            String key, String defaultText, Setting.ListParser<T> parser, String allowed, String help) {
        return add(new Setting<>(key, defaultText, null, value -> parser.parse(value.items()), allowed, help));
    }

    /**
     * Declares a setting whose value is a list and that has no default.
     *
     * @param example a value as YAML
     */
    public <T> Setting<T> declareOptionalList(
            String key, String example, Setting.ListParser<T> parser, String allowed, String help) {
        return add(new Setting<>(key, null, example, value -> parser.parse(value.items()), allowed, help));
    }

    private static <T> Setting.Reading<T> one(Setting.Parser<T> parser, String allowed) {
        return value -> {
            String text = value.text();
            if (text == null) throw new IllegalArgumentException("allowed is one value and not a list: " + allowed);
            return parser.parse(text);
        };
    }

    /**
     * Declares a setting that has no default.
     *
     * @param example a value as YAML
     */
    public <T> Setting<T> declareOptional(
            String key, String example, Setting.Parser<T> parser, String allowed, String help) {
        return add(new Setting<>(key, null, example, one(parser, allowed), allowed, help));
    }

    /** Declares a setting that is true or false. As in YAML 1.1, {@code on} means true and {@code off} means false. */
    public Setting<Boolean> declareBoolean(String key, boolean defaultValue, String help) {
        return declare(key, Boolean.toString(defaultValue), SettingList::bool, "true or false", help);
    }

    private static boolean bool(String value) {
        switch (value.toLowerCase(Locale.ROOT)) {
            case "true":
            case "on":
                return true;
            case "false":
            case "off":
                return false;
            default:
                throw new IllegalArgumentException("allowed are true and false");
        }
    }

    /** Declares a setting whose value is the path of a file. It has no default. */
    public Setting<Path> declareFile(String key, String example, String help) {
        return declareOptional(key, example, SettingList::file, "path of a file", help);
    }

    /** Declares a setting whose value is the name of an environment variable. It has no default. */
    public Setting<String> declareVariable(String key, String example, String help) {
        return declareOptional(key, example, SettingList::variable, "name of an environment variable", help);
    }

    private static String variable(String value) {
        if (!value.matches("[A-Za-z_][A-Za-z0-9_]*"))
            throw new IllegalArgumentException("allowed is the name of an environment variable, such as JMX_PASSWORD");
        return value;
    }

    private static Path file(String value) {
        if (value.isEmpty()) throw new IllegalArgumentException("allowed is the path of a file");
        return Paths.get(value);
    }

    private <T> Setting<T> add(Setting<T> setting) {
        if (!owns(setting.key()) || settings.put(setting.key(), setting) != null)
            throw new IllegalStateException(setting + " is declared twice, or in the wrong list");
        return setting;
    }

    /**
     * Returns a list in which every setting whose key ends in {@code <name>} is replaced by one setting for each of the
     * names.
     */
    public SettingList withNames(Collection<String> names) {
        SettingList list = new SettingList(prefix);
        for (Setting<?> setting : settings.values()) {
            if (!setting.isFamily()) list.add(setting);
            else for (String name : names) list.add(setting.named(name));
        }
        return list;
    }

    /** Whether a key has the prefix of this list, even if no setting has this key. */
    public boolean owns(String key) {
        return key.startsWith(prefix) || (key + ".").equals(prefix);
    }

    public List<Setting<?>> all() {
        return new ArrayList<>(settings.values());
    }

    /** All keys. */
    public Set<String> keys() {
        return Collections.unmodifiableSet(settings.keySet());
    }

    /** Returns the default values of all settings. */
    public SettingValues defaults() {
        return read(new GivenSettings(), new SettingProblems(new ArrayList<>(), keys()));
    }

    /**
     * Reads the values of all settings. An invalid value is a problem, and the setting keeps its default.
     *
     * @param given the given values; keys without the prefix of this list are ignored
     */
    public SettingValues read(GivenSettings given, SettingProblems problems) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        settings.forEach((key, setting) -> values.put(key, setting.defaultValue()));
        given.forEach((key, value) -> {
            if (!owns(key)) return;
            Setting<?> setting = settings.get(key);
            if (setting == null) {
                if (!isSection(key)) problems.unknownKey(key, value);
                else if (!value.isUnset())
                    problems.wrongValue(key, value, "it must have keys below it, such as " + below(key));
                return;
            }
            if (value.isUnset()) {
                if (setting.defaultText() == null) problems.missingValue(key, value);
                return;
            }
            try {
                values.put(key, setting.parse(value));
            } catch (IllegalArgumentException e) {
                problems.wrongValue(key, value, String.valueOf(e.getMessage()));
            }
        });
        return new SettingValues(values);
    }

    private boolean isSection(String key) {
        return !below(key).isEmpty() || (key + ".").equals(prefix);
    }

    /** @return the first key below a section, or empty if there is none */
    private String below(String section) {
        for (String key : settings.keySet()) if (key.startsWith(section + ".")) return key;
        return "";
    }
}
