package io.foreread.agent.command.check;

import io.foreread.agent.command.node.NodeAccessException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** The values of a {@code cassandra.yaml}. Immutable. */
public final class CassandraYaml {
    private final Path file;
    private final Map<?, ?> values;

    private CassandraYaml(Path file, Map<?, ?> values) {
        this.file = file;
        this.values = values;
    }

    /** @throws NodeAccessException if the file cannot be read or is not a map */
    public static CassandraYaml read(Path file) throws NodeAccessException {
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
            if (document == null) return new CassandraYaml(file, Collections.emptyMap());
            if (document instanceof Map) return new CassandraYaml(file, (Map<?, ?>) document);
            throw new NodeAccessException(file + " is not a map of keys to values");
        } catch (NoSuchFileException e) {
            throw new NodeAccessException(file + " does not exist", e);
        } catch (IOException | YAMLException e) {
            throw new NodeAccessException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The value as text, or null if the key is missing or has no value. */
    @Nullable
    String text(String key) {
        Object value = values.get(key);
        return value == null ? null : value.toString();
    }

    /** The items of a list, or the only value. */
    List<String> list(String key) {
        Object value = values.get(key);
        List<String> items = new ArrayList<>();
        if (value instanceof Collection) for (Object item : (Collection<?>) value) items.add(String.valueOf(item));
        else if (value != null) items.add(value.toString());
        return items;
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
