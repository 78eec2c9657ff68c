package io.foreread.agent.config;

import io.foreread.exporter.config.GivenSettings;
import io.foreread.exporter.config.YamlSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Properties;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects settings from the file, the agent's arguments and the system properties, in this order. A later source
 * overrides an earlier one.
 */
public final class ConfigSources {
    private static final String PROPERTY_PREFIX = "foreread.";
    private static final String FILE_KEY = "config";

    private ConfigSources() {}

    /**
     * @param arguments what follows {@code -javaagent:foreread-agent.jar=}; null for nothing
     * @return the settings, with unchecked keys and values
     * @throws IOException if a configuration file is named and cannot be used; the message says which and why
     */
    public static GivenSettings read(@Nullable String arguments, Properties system) throws IOException {
        return read(arguments, system, Paths::get);
    }

    /**
     * Reads the settings of another process.
     *
     * @param visible returns the path at which this process can open a file that the other process names
     */
    public static GivenSettings read(@Nullable String arguments, Properties system, Function<String, Path> visible)
            throws IOException {
        GivenSettings given = given(arguments, system);
        String file = given.text(FILE_KEY);
        return read(file == null ? null : visible.apply(file), given);
    }

    /** Reads the settings of a node with this file, these system properties and no other arguments. */
    public static GivenSettings read(Path file, Properties system) throws IOException {
        return read(file, given(null, system));
    }

    private static GivenSettings read(@Nullable Path file, GivenSettings given) throws IOException {
        GivenSettings settings = file == null ? new GivenSettings() : YamlSettings.read(file);
        given.remove(FILE_KEY);
        settings.putAll(given);
        return settings;
    }

    /** @return the YAML file among the settings, null if none is named */
    public static @Nullable Path file(@Nullable String arguments, Properties system) {
        String file = given(arguments, system).text(FILE_KEY);
        return file == null ? null : Paths.get(file);
    }

    private static GivenSettings given(@Nullable String arguments, Properties system) {
        GivenSettings given = new GivenSettings();
        if (arguments != null) addArguments(given, arguments);
        system.stringPropertyNames().stream()
                .filter(name -> name.startsWith(PROPERTY_PREFIX))
                .sorted()
                .forEach(name -> given.put(name.substring(PROPERTY_PREFIX.length()), system.getProperty(name)));
        return given;
    }

    /** Commas separate arguments, except those in brackets, which separate the items of a list. */
    private static void addArguments(GivenSettings settings, String arguments) {
        for (String argument : arguments.split(",(?![^\\[]*])")) {
            if (argument.trim().isEmpty()) continue;
            int equals = argument.indexOf('=');
            // A key without a value gets an empty one, which the check of the key rejects.
            String key = equals < 0 ? argument : argument.substring(0, equals);
            settings.put(key.trim(), equals < 0 ? "" : argument.substring(equals + 1));
        }
    }
}
