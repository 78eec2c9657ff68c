package io.foreread.exporter.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads settings from a YAML file. Nested keys are joined by dots, items of a list by commas. */
public final class YamlSettings {
    private YamlSettings() {}

    /**
     * @return key to value, in the order of the file; keys are not checked here
     * @throws IOException if the file cannot be used; the message says which and why
     */
    public static Map<String, String> read(Path file) throws IOException {
        Object document;
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            document = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
        } catch (YAMLException e) {
            throw new IOException(
                    "config " + file + " is not valid YAML: "
                            + String.valueOf(e.getMessage()).replace('\n', ' '),
                    e);
        } catch (NoSuchFileException e) {
            throw new IOException("config " + file + " does not exist", e);
        } catch (IOException | RuntimeException e) {
            throw new IOException("config " + file + " cannot be read: " + e, e);
        }
        Map<String, String> settings = new LinkedHashMap<>();
        if (document == null) return settings;
        if (!(document instanceof Map)) throw new IOException("config " + file + " is not a map of keys to values");
        flatten("", (Map<?, ?>) document, settings);
        return settings;
    }

    private static void flatten(String prefix, Map<?, ?> map, Map<String, String> settings) {
        map.forEach((key, value) -> {
            if (value instanceof Map) flatten(prefix + key + ".", (Map<?, ?>) value, settings);
            else settings.put(prefix + key, text(value));
        });
    }

    private static String text(Object value) {
        return value instanceof Collection
                ? ((Collection<?>) value).stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(value);
    }
}
