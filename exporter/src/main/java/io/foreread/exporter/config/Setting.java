package io.foreread.exporter.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Declares one setting: key, default, allowed values and help. Immutable. Created by {@link SettingList}.
 *
 * @param <T> type of the value
 */
public final class Setting<T> {
    private static final String PLACEHOLDER = "<name>";

    private final String key;
    private final @Nullable String defaultText;
    private final @Nullable String example;
    private final Reading<T> reading;
    private final String allowed;
    private final String help;
    private final @Nullable T defaultValue;

    /** Reads a value from text. */
    public interface Parser<T> {
        /** @throws IllegalArgumentException if the value is not allowed; the message says which values are */
        @Nullable
        T parse(String value);
    }

    /** Reads a value from a list of texts. */
    public interface ListParser<T> {
        /** @throws IllegalArgumentException if an item is not allowed; the message says which values are */
        T parse(List<String> items);
    }

    /** Reads a value from the form in which it was given: one text, a list or no value. */
    interface Reading<T> {
        /** @throws IllegalArgumentException if the value is not allowed; the message says which values are */
        @Nullable
        T read(GivenValue value);
    }

    /**
     * @param defaultText the default as YAML; null if there is none
     * @param example a value as YAML, for documentation of a setting without a default
     */
    Setting(
            String key,
            @Nullable String defaultText,
            @Nullable String example,
            Reading<T> reading,
            String allowed,
            String help) {
        this.key = key;
        this.defaultText = defaultText;
        this.example = example;
        this.reading = reading;
        this.allowed = allowed;
        this.help = help;
        defaultValue = defaultText == null ? null : reading.read(GivenValue.of(defaultText));
    }

    /** Returns a copy of a setting whose key ends in {@code <name>}, with the name in place of {@code <name>}. */
    public Setting<T> named(String name) {
        return new Setting<>(key.replace(PLACEHOLDER, name), defaultText, example, reading, allowed, help);
    }

    /** Whether the key ends in {@code <name>} and stands for one key per name. */
    public boolean isFamily() {
        return key.endsWith(PLACEHOLDER);
    }

    public String key() {
        return key;
    }

    /** @return null if the setting has no default */
    public @Nullable String defaultText() {
        return defaultText;
    }

    /** @return null if there is a default */
    public @Nullable String example() {
        return example;
    }

    /** The allowed values and the unit, as text. */
    public String allowed() {
        return allowed;
    }

    /** What the setting does, as plain text. */
    public String help() {
        return help.replace("`", "");
    }

    /** What the setting does, with values and keys between backticks. */
    public String markdownHelp() {
        return help;
    }

    /** @return null if the setting has no default */
    public @Nullable T defaultValue() {
        return defaultValue;
    }

    /** @throws IllegalArgumentException if the value is not allowed; the message says which values are */
    public @Nullable T parse(String value) {
        return parse(GivenValue.of(value));
    }

    /** @throws IllegalArgumentException if the value is not allowed; the message says which values are */
    @Nullable
    T parse(GivenValue value) {
        return reading.read(value);
    }

    /** Returns the key. */
    @Override
    public String toString() {
        return key;
    }
}
