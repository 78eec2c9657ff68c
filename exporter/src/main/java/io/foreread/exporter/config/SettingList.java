package io.foreread.exporter.config;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds the settings of one subject in the order of their declaration. Settings are declared by static initializers;
 * afterwards it is thread-safe.
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
        return add(new Setting<>(key, defaultText, null, parser, allowed, help));
    }

    /**
     * Declares a setting that has no value unless it is set.
     *
     * @param example a value as YAML
     */
    public <T> Setting<T> declareOptional(
            String key, String example, Setting.Parser<T> parser, String allowed, String help) {
        return add(new Setting<>(key, null, example, parser, allowed, help));
    }

    /** Declares the path of a file, which is not set by default. */
    public Setting<Path> declareFile(String key, String example, String help) {
        return declareOptional(key, example, SettingList::file, "path of a file", help);
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

    /** Returns a list in which every family of {@code <name>} is replaced by one setting per name. */
    public SettingList withNames(Collection<String> names) {
        SettingList list = new SettingList(prefix);
        for (Setting<?> setting : settings.values()) {
            if (!setting.isFamily()) list.add(setting);
            else for (String name : names) list.add(setting.named(name));
        }
        return list;
    }

    /** Whether a key belongs to the subject, known or not. */
    public boolean owns(String key) {
        return key.startsWith(prefix);
    }

    public List<Setting<?>> all() {
        return new ArrayList<>(settings.values());
    }

    /** All keys, for a message. */
    public String keys() {
        return String.join(", ", settings.keySet());
    }

    /** Returns the values when nothing is set. */
    public SettingValues defaults() {
        return read(Collections.emptyMap(), SettingProblems.ignored(new ArrayList<>(), ""));
    }

    /**
     * Reads the values of all settings. An invalid value is a problem, and the setting keeps its default.
     *
     * @param texts key to value; keys of other subjects are ignored
     */
    public SettingValues read(Map<String, String> texts, SettingProblems problems) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        settings.forEach((key, setting) -> values.put(key, setting.defaultValue()));
        texts.forEach((key, text) -> {
            if (!owns(key)) return;
            Setting<?> setting = settings.get(key);
            if (setting == null) {
                problems.unknownKey(key, text);
                return;
            }
            try {
                values.put(key, setting.parse(text));
            } catch (IllegalArgumentException e) {
                problems.wrongValue(key, text, String.valueOf(e.getMessage()));
            }
        });
        return new SettingValues(values);
    }
}
