package io.foreread.agent.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Collects settings from the file, the agent's arguments and the system properties; the later one wins. */
public final class ConfigSources {
    private static final String PROPERTY_PREFIX = "foreread.";
    private static final String FILE_KEY = "config";

    private ConfigSources() {}

    /**
     * @param arguments what follows {@code -javaagent:foreread-agent.jar=}, or null
     * @return key to value; keys are not checked here
     * @throws IOException if a configuration file is named and cannot be used; the message says which and why
     */
    public static Map<String, String> read(String arguments, Properties system) throws IOException {
        Map<String, String> given = arguments(arguments);
        system.stringPropertyNames().stream()
                .filter(name -> name.startsWith(PROPERTY_PREFIX))
                .sorted()
                .forEach(name -> given.put(name.substring(PROPERTY_PREFIX.length()), system.getProperty(name)));
        String file = given.remove(FILE_KEY);
        if (file == null) return given;
        Map<String, String> settings = file(file);
        settings.putAll(given);
        return settings;
    }

    private static Map<String, String> arguments(String arguments) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (arguments == null) return settings;
        for (String argument : arguments.split(",")) {
            if (argument.trim().isEmpty()) continue;
            int equals = argument.indexOf('=');
            // A key without a value gets an empty one, which its check will refuse by name.
            String key = equals < 0 ? argument : argument.substring(0, equals);
            settings.put(
                    key.trim(), equals < 0 ? "" : argument.substring(equals + 1).trim());
        }
        return settings;
    }

    private static Map<String, String> file(String path) throws IOException {
        Map<String, String> settings = new LinkedHashMap<>();
        try (Reader reader = Files.newBufferedReader(Paths.get(path), StandardCharsets.UTF_8)) {
            Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
            if (document == null) return settings;
            if (!(document instanceof Map)) throw new IOException("config " + path + " is no map of keys to values");
            flatten("", (Map<?, ?>) document, settings);
            return settings;
        } catch (YAMLException e) {
            throw new IOException(
                    "config " + path + " is not valid YAML: "
                            + String.valueOf(e.getMessage()).replace('\n', ' '),
                    e);
        } catch (java.nio.file.NoSuchFileException e) {
            throw new IOException("config " + path + " does not exist", e);
        } catch (IOException | RuntimeException e) {
            throw e instanceof IOException && String.valueOf(e.getMessage()).startsWith("config ")
                    ? (IOException) e
                    : new IOException("config " + path + " cannot be read: " + e, e);
        }
    }

    private static void flatten(String prefix, Map<?, ?> map, Map<String, String> settings) {
        map.forEach((key, value) -> {
            if (value instanceof Map) flatten(prefix + key + ".", (Map<?, ?>) value, settings);
            else settings.put(prefix + key, String.valueOf(value));
        });
    }
}
