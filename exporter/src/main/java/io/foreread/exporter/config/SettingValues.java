package io.foreread.exporter.config;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Holds the values of the settings of one {@link SettingList}. Immutable. */
public final class SettingValues {
    private final Map<String, @Nullable Object> values;

    /** @param values key to value, each of the type of its setting */
    SettingValues(Map<String, @Nullable Object> values) {
        this.values = values;
    }

    /** Returns the value of a setting that always has one. */
    public <T> T get(Setting<T> setting) {
        return Objects.requireNonNull(find(setting), setting.key());
    }

    /** @return null if the setting has no default and is not set, or if its parser returned null */
    public <T> @Nullable T find(Setting<T> setting) {
        if (!values.containsKey(setting.key())) throw new IllegalArgumentException(setting + " is not declared");
        @SuppressWarnings("unchecked") // the setting with this key has parsed the value
        T value = (T) values.get(setting.key());
        return value;
    }
}
