package io.foreread.it.bench.fleet;

import io.foreread.it.fixture.GrafanaDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** The recording rules and alerts of {@code grafana/alerts}. */
final class Rules {
    /**
     * @param name the name of the recorded series or of the alert
     * @param recording whether this is a recording rule
     * @param labels the labels that the rule adds
     */
    record Rule(String name, String expression, boolean recording, Map<?, ?> labels) {}

    private Rules() {}

    static List<Rule> all() {
        try (Stream<Path> files = Files.list(GrafanaDirectory.locate().resolve("alerts"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .flatMap(file -> read(file).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Rule> read(Path file) {
        List<Rule> rules = new ArrayList<>();
        Map<String, Object> document;
        try {
            document = new Yaml().load(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Object group : list(document, "groups"))
            for (Object rule : list((Map<?, ?>) group, "rules")) {
                Map<?, ?> fields = (Map<?, ?>) rule;
                Object record = fields.get("record");
                rules.add(new Rule(
                        String.valueOf(record != null ? record : fields.get("alert")),
                        String.valueOf(fields.get("expr")),
                        record != null,
                        fields.get("labels") instanceof Map<?, ?> labels ? labels : Map.of()));
            }
        return rules;
    }

    private static List<?> list(Map<?, ?> parent, String key) {
        return (List<?>) Objects.requireNonNull(parent.get(key), key);
    }

    /**
     * Returns the recording rules by level, in the order in which promtool can evaluate them over past data. promtool reads
     * only stored data, so a rule has a higher level than the rules that it reads. Rules that read each other are evaluated
     * in the order of their file.
     */
    static List<List<Rule>> levels(List<Rule> rules) {
        List<Rule> recording = rules.stream().filter(Rule::recording).toList();
        Map<String, Integer> level = new HashMap<>();
        for (int round = 0; round < recording.size(); round++)
            for (Rule rule : recording) {
                int own = recording.stream()
                        .filter(other -> !other.name().equals(rule.name()) && reads(rule, other))
                        .filter(other -> !reachable(other, rule, recording, new HashSet<>())
                                || recording.indexOf(other) < recording.indexOf(rule))
                        .mapToInt(other -> level.getOrDefault(other.name(), 0) + 1)
                        .max()
                        .orElse(0);
                level.merge(rule.name(), Math.min(own, recording.size()), Math::max);
            }
        Map<Integer, List<Rule>> byLevel = new TreeMap<>();
        for (Rule rule : recording)
            byLevel.computeIfAbsent(level.get(rule.name()), number -> new ArrayList<>())
                    .add(rule);
        return List.copyOf(byLevel.values());
    }

    /** Whether a rule reads another one directly or through others. */
    private static boolean reachable(Rule from, Rule to, List<Rule> rules, Set<Rule> seen) {
        if (!seen.add(from)) return false;
        return reads(from, to)
                || rules.stream().anyMatch(next -> reads(from, next) && reachable(next, to, rules, seen));
    }

    private static boolean reads(Rule rule, Rule other) {
        return Pattern.compile("(?<![\\w:])" + Pattern.quote(other.name()) + "(?![\\w:])")
                .matcher(rule.expression())
                .find();
    }

    /** Writes a rule file with these recording rules. */
    static void write(List<Rule> rules, Path file) throws IOException {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (Rule rule : rules)
            entries.add(Map.of("record", rule.name(), "expr", rule.expression(), "labels", rule.labels()));
        Map<String, Object> group = new LinkedHashMap<>();
        group.put("name", "fleet");
        group.put("rules", entries);
        Files.writeString(file, new Yaml().dump(Map.of("groups", List.of(group))));
    }
}
