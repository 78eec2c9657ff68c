package io.foreread.exporter.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads settings from a YAML file. Nested keys are joined by dots. Values are read as they are written: {@code off}
 * stays {@code off}. A key without a value has its default.
 */
public final class YamlSettings {
    private static final int MAX_DEPTH = 10;
    private static final Set<Tag> SCALARS =
            new HashSet<>(Arrays.asList(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.TIMESTAMP, Tag.MERGE));

    private final Path file;
    private final GivenSettings settings = new GivenSettings();

    private YamlSettings(Path file) {
        this.file = file;
    }

    /**
     * @return the settings in the order of the file, and the problems of the file
     * @throws IOException if the file cannot be read or is not a YAML map; the message says which file and why
     */
    public static GivenSettings read(Path file) throws IOException {
        YamlSettings yaml = new YamlSettings(file);
        Node document = yaml.compose();
        if (document == null || document.getTag().equals(Tag.NULL)) return yaml.settings;
        if (!(document instanceof MappingNode))
            throw new IOException("config " + file + " is not a map of keys to values");
        yaml.addAll("", (MappingNode) document, 0);
        return yaml.settings;
    }

    private @Nullable Node compose() throws IOException {
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return new Yaml(new SafeConstructor(new LoaderOptions())).compose(reader);
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark();
            throw new IOException(
                    "config " + (mark == null ? file + ": " : place(mark)) + "not valid YAML: "
                            + oneLine(String.valueOf(e.getProblem())),
                    e);
        } catch (YAMLException e) {
            // SnakeYAML wraps the exceptions of the reader.
            if (e.getCause() instanceof CharacterCodingException)
                throw new IOException("config " + file + " is not UTF-8", e);
            if (e.getCause() instanceof IOException)
                throw new IOException(
                        "config " + file + " cannot be read: " + e.getCause().getMessage(), e);
            throw new IOException(
                    "config " + file + " is not valid YAML: " + oneLine(String.valueOf(e.getMessage())), e);
        } catch (NoSuchFileException e) {
            throw new IOException("config " + file + " does not exist", e);
        } catch (AccessDeniedException e) {
            throw new IOException("config " + file + " is not readable by this user", e);
        } catch (IOException | RuntimeException e) {
            throw new IOException("config " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String oneLine(String message) {
        return message.replaceAll("\\s*\\R\\s*", " ");
    }

    private String place(Mark mark) {
        return file + ", " + lineAndColumn(mark) + ": ";
    }

    private static String lineAndColumn(Mark mark) {
        return "line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1);
    }

    private void addAll(String prefix, MappingNode map, int depth) {
        List<String> seen = new ArrayList<>();
        for (NodeTuple entry : map.getValue()) {
            Node keyNode = entry.getKeyNode();
            String keyPlace = place(keyNode.getStartMark());
            String name = text(keyNode);
            if (name == null || name.isEmpty()) {
                settings.addProblem(prefix, keyPlace + "a key must be one word");
                continue;
            }
            String key = prefix + name;
            if (seen.contains(name)) addDuplicate(key, keyPlace);
            else seen.add(name);
            Node value = entry.getValueNode();
            if (value instanceof MappingNode
                    && depth < MAX_DEPTH
                    && value.getTag().equals(Tag.MAP)) addAll(key + ".", (MappingNode) value, depth + 1);
            else add(key, keyPlace, value);
        }
    }

    private void addDuplicate(String key, String keyPlace) {
        settings.addProblem(key, keyPlace + "the key '" + key + "' is set twice; remove one of the two");
    }

    private void add(String key, String keyPlace, Node node) {
        GivenValue value = GivenValue.at(keyPlace, place(node.getStartMark()));
        if (node instanceof SequenceNode && node.getTag().equals(Tag.SEQ)) {
            List<String> items = items(key, (SequenceNode) node);
            if (items == null) return;
            value = value.withItems(items);
        } else if (!node.getTag().equals(Tag.NULL)) {
            String text = text(node);
            if (text == null) {
                addUnsupported(key, node);
                return;
            }
            value = value.withText(text.trim());
        }
        GivenValue earlier = settings.get(key);
        // The key is set twice in different forms: "tables.top" and "tables: {top: }". Duplicates in the same form have
        // been reported.
        if (earlier != null && !settings.hasProblem(key)) addDuplicate(key, keyPlace);
        settings.put(key, value);
    }

    /** @return null if an item is not a scalar value; the problem has been added then */
    private @Nullable List<String> items(String key, SequenceNode list) {
        List<String> items = new ArrayList<>();
        boolean valid = true;
        for (Node item : list.getValue()) {
            String text = item.getTag().equals(Tag.NULL) ? null : text(item);
            if (text != null) {
                items.add(text.trim());
                continue;
            }
            valid = false;
            if (item.getTag().equals(Tag.NULL))
                settings.addProblem(key, place(item.getStartMark()) + key + ": an item of the list is empty");
            else addUnsupported(key, item);
        }
        return valid ? items : null;
    }

    private void addUnsupported(String key, Node node) {
        boolean nested = node.getTag().equals(Tag.MAP) || node.getTag().equals(Tag.SEQ);
        settings.addProblem(
                key,
                place(node.getStartMark()) + key + ": "
                        + (nested
                                ? "maps and lists must not be nested here"
                                : "the type " + node.getTag().getValue() + " is not allowed"));
    }

    /** @return null if the node is not a scalar, or has an unusual tag such as {@code !!binary} */
    private static @Nullable String text(Node node) {
        return node instanceof ScalarNode && SCALARS.contains(node.getTag()) ? ((ScalarNode) node).getValue() : null;
    }
}
