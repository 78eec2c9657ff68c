package io.foreread.exporter.standalone;

import io.foreread.exporter.config.Secret;
import io.foreread.exporter.config.Setting;
import io.foreread.exporter.config.SettingValues;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The {@code jmx.*} settings of a node. A setting of the node overrides the same setting of the configuration.
 * Immutable.
 */
final class JmxConfig {
    private final SettingValues values;
    private final Map<String, String> ownTexts;
    private final Map<String, @Nullable Object> own = new LinkedHashMap<>();

    /**
     * @param values the settings of the configuration
     * @param ownTexts the settings that only this node has, by key
     * @throws IllegalArgumentException if a value is not allowed; the message has the allowed values
     */
    JmxConfig(SettingValues values, Map<String, String> ownTexts) {
        this.values = values;
        this.ownTexts = ownTexts;
        for (Setting<?> setting : ExporterSettings.LIST.all()) {
            String text = ownTexts.get(setting.key());
            if (text != null) own.put(setting.key(), parse(setting, text));
        }
    }

    private static @Nullable Object parse(Setting<?> setting, String text) {
        try {
            return setting.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(setting + ": '" + text + "' is not allowed; " + e.getMessage(), e);
        }
    }

    /** Returns the settings of the configuration, without settings of a node. */
    static JmxConfig of(SettingValues values) {
        return new JmxConfig(values, Collections.emptyMap());
    }

    <T> T get(Setting<T> setting) {
        return Objects.requireNonNull(find(setting), setting.key());
    }

    /** @return null if the setting is not set */
    @Nullable
    Path file(Setting<Path> setting) {
        return find(setting);
    }

    /**
     * Returns a secret from a file or an environment variable. If a node has its own setting for one of the two, the
     * configuration's setting for the other one does not apply to this node.
     *
     * @return null if neither the file nor the variable is set
     * @throws IllegalArgumentException if both are set
     */
    @Nullable
    Secret secret(Setting<Path> file, Setting<String> variable) {
        boolean isOwn = own.containsKey(file.key()) || own.containsKey(variable.key());
        Path path = isOwn && !own.containsKey(file.key()) ? null : find(file);
        String name = isOwn && !own.containsKey(variable.key()) ? null : find(variable);
        if (path != null && name != null)
            throw new IllegalArgumentException(file + " and " + variable + " must not be set together");
        return Secret.of(file.key(), path, variable.key(), name);
    }

    private <T> @Nullable T find(Setting<T> setting) {
        if (!own.containsKey(setting.key())) return values.find(setting);
        @SuppressWarnings("unchecked") // the setting with this key has parsed the value
        T value = (T) own.get(setting.key());
        return value;
    }

    /** Returns the texts of this node's own settings, by key. Two nodes with the same own settings return equal maps. */
    Map<String, String> ownTexts() {
        return ownTexts;
    }
}
