package io.foreread.exporter.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/** Addresses with common labels, as in the files of Prometheus' {@code file_sd_configs}. Immutable. */
public final class TargetGroup {
    /** A backslash with the next character. The groups do not contain the backslash of an escaped slash. */
    private static final Pattern JSON_ESCAPE = Pattern.compile("(\\\\[^/])|\\\\(/)");

    private final List<HostPort> targets;
    private final Map<String, String> labels;

    private TargetGroup(List<HostPort> targets, Map<String, String> labels) {
        this.targets = Collections.unmodifiableList(targets);
        this.labels = Collections.unmodifiableMap(labels);
    }

    public List<HostPort> targets() {
        return targets;
    }

    /** Returns the labels in the order of the file. */
    public Map<String, String> labels() {
        return labels;
    }

    /**
     * Reads a file in YAML or JSON.
     *
     * @throws IOException if the file cannot be used; the message says which file and why
     */
    public static List<TargetGroup> read(Path file) throws IOException {
        Object document;
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString();
            DumperOptions dumper = new DumperOptions();
            document = new Yaml(
                            new SafeConstructor(options), new Representer(dumper), dumper, options, new TextResolver())
                    .load(isJson(file) ? yamlOf(text) : text);
        } catch (CharacterCodingException e) {
            throw new IOException("targets file " + file + " is not UTF-8", e);
        } catch (YAMLException e) {
            throw new IOException(
                    "targets file " + file + " is not valid YAML or JSON: "
                            + String.valueOf(e.getMessage()).replace('\n', ' '),
                    e);
        } catch (NoSuchFileException e) {
            throw new IOException("targets file " + file + " does not exist", e);
        } catch (IOException | RuntimeException e) {
            throw new IOException("targets file " + file + " cannot be read: " + e, e);
        }
        // An empty file is rejected, because it is probably still being written. An empty list is accepted.
        if (!(document instanceof List))
            throw new IOException("targets file " + file + " is not a list of groups: {targets: [...], labels: {...}}");
        List<TargetGroup> groups = new ArrayList<>();
        try {
            for (Object group : (List<?>) document) groups.add(group(group));
        } catch (IllegalArgumentException e) {
            throw new IOException("targets file " + file + ", group " + (groups.size() + 1) + ": " + e.getMessage(), e);
        }
        return groups;
    }

    private static boolean isJson(Path file) {
        return file.toString().endsWith(".json");
    }

    /**
     * JSON is a subset of YAML, except that SnakeYAML does not accept tabs between tokens, and no {@code \/} in strings. In
     * JSON, a string contains no tab.
     */
    private static String yamlOf(String json) {
        return JSON_ESCAPE.matcher(json.replace('\t', ' ')).replaceAll("$1$2");
    }

    private static TargetGroup group(@Nullable Object group) {
        if (!(group instanceof Map)) throw new IllegalArgumentException("is not a map of targets and labels");
        List<HostPort> targets = new ArrayList<>();
        Map<String, String> labels = new LinkedHashMap<>();
        ((Map<?, ?>) group).forEach((key, value) -> {
            if ("targets".equals(key)) addTargets(value, targets);
            else if ("labels".equals(key)) addLabels(value, labels);
            else throw new IllegalArgumentException("unknown key '" + key + "', allowed are targets and labels");
        });
        return new TargetGroup(targets, labels);
    }

    private static void addTargets(@Nullable Object value, List<HostPort> targets) {
        if (!(value instanceof Collection)) throw new IllegalArgumentException("targets is not a list of host:port");
        for (Object target : (Collection<?>) value) {
            try {
                targets.add(HostPort.parse(String.valueOf(target), "10.0.0.1:7199"));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("target '" + target + "': " + e.getMessage(), e);
            }
        }
    }

    /** Reads every scalar except null as text, as Prometheus does: {@code rack: 010} is not the number 8. */
    private static final class TextResolver extends Resolver {
        @Override
        protected void addImplicitResolvers() {
            addImplicitResolver(Tag.MERGE, MERGE, "<");
            addImplicitResolver(Tag.NULL, NULL, "~nN\0");
            addImplicitResolver(Tag.NULL, EMPTY, null);
        }
    }

    private static void addLabels(@Nullable Object value, Map<String, String> labels) {
        if (!(value instanceof Map)) throw new IllegalArgumentException("labels is not a map of names to values");
        ((Map<?, ?>) value).forEach((name, text) -> {
            if (!String.valueOf(name).matches("[a-zA-Z_][a-zA-Z0-9_]*"))
                throw new IllegalArgumentException("label '" + name + "': a name has letters, digits and _ only");
            if (text == null || text instanceof Map || text instanceof Collection)
                throw new IllegalArgumentException("label '" + name + "' has no text as its value");
            labels.put(String.valueOf(name), String.valueOf(text));
        });
    }
}
