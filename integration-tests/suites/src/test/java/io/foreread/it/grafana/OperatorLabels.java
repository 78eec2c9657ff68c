package io.foreread.it.grafana;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes tests of alerts so that their series look as if the Prometheus operator scraped them, in two Kubernetes
 * clusters at the same time. Both clusters have the same names of pods and of Cassandra clusters.
 */
final class OperatorLabels {
    /** Values of the label {@code cluster} of targets. */
    static final Set<String> TARGET_CLUSTERS = Set.of("eu", "us");

    /** Labels that identify the target of an alert. Expected and firing alerts are compared without these labels. */
    private static final Set<String> ADDITIONAL =
            Set.of("namespace", "pod", "container", "endpoint", "job", "target_cluster");

    private static final Pattern SERIES = Pattern.compile("^( +- series: ')([a-zA-Z_:][a-zA-Z0-9_:]*)\\{(.*)}'$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern CHECK = Pattern.compile("^ +alertname: ?(\\w+), time: (\\w+),.*");
    private static final Pattern NAME = Pattern.compile("^ +name: (.*),$");
    private static final Pattern LABELS = Pattern.compile("^ *Labels:\\{(.*)}[, ]*$");
    private static final Pattern ANNOTATIONS = Pattern.compile("^ *Annotations:(\\{.*})[, ]*$");

    private OperatorLabels() {}

    /** @return the tests, in which each series of a node or of node_exporter now occurs once for each cluster */
    static String apply(String tests) {
        List<String> changed = new ArrayList<>();
        List<String> lines = tests.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher series = SERIES.matcher(lines.get(i));
            // A name with a colon is a recorded series, whose labels are set by rules.
            if (!series.matches() || series.group(2).contains(":")) {
                changed.add(lines.get(i));
                continue;
            }
            String values = lines.get(++i);
            for (String cluster : new TreeSet<>(TARGET_CLUSTERS)) {
                changed.add(series.group(1) + series.group(2) + '{' + scraped(series.group(3), cluster) + "}'");
                changed.add(values);
            }
        }
        return String.join("\n", changed) + "\n";
    }

    /**
     * The labels after a scrape with {@code honor_labels: false}: a label of the metric gets the prefix {@code exported_}
     * if the target also has this label.
     */
    private static String scraped(String own, String cluster) {
        Map<String, String> labels = labels(own);
        Map<String, String> target = new LinkedHashMap<>();
        String instance = labels.remove("instance");
        String job = labels.remove("job");
        if (instance != null) target.put("instance", instance);
        target.put("job", job == null ? "cassandra" : job);
        target.put("cluster", cluster);
        target.put("namespace", "db");
        target.put("pod", instance == null ? "none" : instance.replaceAll(":.*", ""));
        target.put("container", "cassandra");
        target.put("endpoint", "foreread");
        Map<String, String> all = new LinkedHashMap<>(target);
        labels.forEach((name, value) -> all.put(target.containsKey(name) ? "exported_" + name : name, value));
        List<String> text = new ArrayList<>();
        all.forEach((name, value) -> text.add(name + "=\"" + value + '"'));
        return String.join(", ", text);
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (Matcher label = LABEL.matcher(text); label.find(); ) labels.put(label.group(1), label.group(2));
        return labels;
    }

    /** A failed check of promtool: the expected alerts, and the firing alerts for each cluster of targets. */
    static final class Difference {
        private final String where;
        private final Set<String> expected = new TreeSet<>();
        private final Map<String, Set<String>> got = new LinkedHashMap<>();

        private Difference(String where) {
            this.where = where;
        }

        /**
         * Whether each cluster has the expected alerts. If the firing alerts have no label {@code target_cluster}, they
         * are compared with the expected alerts once instead of once for each cluster. Labels that the operator adds are
         * ignored.
         */
        boolean onlyAdditionalLabels() {
            if (got.containsKey("")) return got.size() == 1 && got.get("").equals(expected);
            return got.keySet().equals(TARGET_CLUSTERS) && got.values().stream().allMatch(expected::equals);
        }

        @Override
        public String toString() {
            return where + "\nexpected " + expected + "\ngot " + got;
        }
    }

    /** @param output the output of {@code promtool test rules} */
    static List<Difference> differences(String output) {
        List<Difference> differences = new ArrayList<>();
        String test = "";
        Difference current = null;
        boolean got = false;
        Map<String, String> labels = Map.of();
        for (String line : output.lines().toList()) {
            Matcher name = NAME.matcher(line);
            if (name.matches()) test = name.group(1);
            Matcher check = CHECK.matcher(line);
            if (check.matches()) {
                current = new Difference(test + ", " + check.group(1) + " at " + check.group(2));
                differences.add(current);
            }
            if (current == null) continue;
            if (line.contains("exp:[")) got = false;
            if (line.contains("got:[")) got = true;
            Matcher labelLine = LABELS.matcher(line);
            if (labelLine.matches()) labels = labels(labelLine.group(1));
            Matcher annotations = ANNOTATIONS.matcher(line);
            if (!annotations.matches()) continue;
            String cluster = labels.getOrDefault("target_cluster", "");
            labels.keySet().removeAll(ADDITIONAL);
            String alert = labels + " " + annotations.group(1);
            if (got)
                current.got.computeIfAbsent(cluster, key -> new TreeSet<>()).add(alert);
            else current.expected.add(alert);
        }
        return differences;
    }
}
