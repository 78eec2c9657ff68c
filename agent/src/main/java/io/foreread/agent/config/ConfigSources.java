package io.foreread.agent.config;

import io.foreread.exporter.config.YamlSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Collects settings from the file, the agent's arguments and the system properties, in this order; a later one overrides. */
public final class ConfigSources {
    private static final String PROPERTY_PREFIX = "foreread.";
    private static final String FILE_KEY = "config";

    private ConfigSources() {}

    /**
     * @param arguments what follows {@code -javaagent:foreread-agent.jar=}; null for nothing
     * @return key to value; keys are not checked here
     * @throws IOException if a configuration file is named and cannot be used; the message says which and why
     */
    public static Map<String, String> read(@Nullable String arguments, Properties system) throws IOException {
        Map<String, String> given = given(arguments, system);
        String file = given.remove(FILE_KEY);
        if (file == null) return given;
        Map<String, String> settings = YamlSettings.read(Paths.get(file));
        settings.putAll(given);
        return settings;
    }

    /** @return the YAML file among the settings, null if none is named */
    public static @Nullable Path file(@Nullable String arguments, Properties system) {
        String file = given(arguments, system).get(FILE_KEY);
        return file == null ? null : Paths.get(file);
    }

    private static Map<String, String> given(@Nullable String arguments, Properties system) {
        Map<String, String> given = arguments(arguments);
        system.stringPropertyNames().stream()
                .filter(name -> name.startsWith(PROPERTY_PREFIX))
                .sorted()
                .forEach(name -> given.put(name.substring(PROPERTY_PREFIX.length()), system.getProperty(name)));
        return given;
    }

    private static Map<String, String> arguments(@Nullable String arguments) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (arguments == null) return settings;
        for (String argument : arguments.split(",")) {
            if (argument.trim().isEmpty()) continue;
            int equals = argument.indexOf('=');
            // A key without a value gets an empty one, which the check of the key rejects.
            String key = equals < 0 ? argument : argument.substring(0, equals);
            settings.put(
                    key.trim(), equals < 0 ? "" : argument.substring(equals + 1).trim());
        }
        return settings;
    }
}
