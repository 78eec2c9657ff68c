package io.foreread.it.bench.fleet;

import io.foreread.it.fixture.Scrape.Sample;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongToDoubleFunction;

/** Writes the series of a fleet as OpenMetrics with timestamps, family by family. Not thread-safe. */
final class FleetWriter {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final String ENDPOINTS = "cassandra_endpoints";

    private final FleetSpec spec;
    private final List<FleetNode> nodes;
    private final List<Template> templates;
    private final List<SimulatedValues> values;
    private final Template host;
    private final SimulatedValues hostValues;
    private final Set<String> queried;
    private final byte[][] timestamps;
    private long samples;
    private long series;

    /**
     * @param templates one for each release, in the order of {@code FleetSpec.releases()}
     * @param host the metrics of node_exporter
     * @param queried names of series that queries use; other series of Cassandra are written for one node of each cluster, and
     *     other series of node_exporter are not written
     */
    FleetWriter(FleetSpec spec, List<Template> templates, Template host, Set<String> queried) {
        this.spec = spec;
        this.templates = templates;
        this.host = host;
        this.queried = queried;
        nodes = FleetNode.of(spec);
        values = templates.stream().map(SimulatedValues::new).toList();
        hostValues = new SimulatedValues(host);
        timestamps = new byte[spec.steps()][];
        for (int i = 0; i < timestamps.length; i++)
            timestamps[i] = (" "
                            + (spec.start().getEpochSecond() + i * spec.step().toSeconds()) + "\n")
                    .getBytes(StandardCharsets.UTF_8);
    }

    long samples() {
        return samples;
    }

    long series() {
        return series;
    }

    void write(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES)) {
            Set<String> families = new LinkedHashSet<>();
            for (Template template : templates)
                template.samples().forEach(sample -> families.add(template.familyOf(sample.name())));
            Map<String, Map<Integer, List<Sample>>> byFamily = new HashMap<>();
            for (int i = 0; i < templates.size(); i++)
                for (Sample sample : templates.get(i).samples())
                    byFamily.computeIfAbsent(templates.get(i).familyOf(sample.name()), name -> new HashMap<>())
                            .computeIfAbsent(i, index -> new ArrayList<>())
                            .add(sample);
            for (String family : families) {
                type(out, family, templates);
                for (FleetNode node : nodes)
                    for (Sample sample :
                            byFamily.getOrDefault(family, Map.of()).getOrDefault(node.template(), List.of()))
                        node(out, node, sample);
            }
            for (String family : new TreeSet<>(host.types().keySet())) {
                // Nodes and node_exporter both export process_open_fds, for example. A family can be written only once.
                if (families.contains(family)) continue;
                List<Sample> wanted = host.samples().stream()
                        .filter(sample ->
                                host.familyOf(sample.name()).equals(family) && queried.contains(sample.name()))
                        .toList();
                if (wanted.isEmpty()) continue;
                type(out, family, List.of(host));
                for (FleetNode node : nodes)
                    for (Sample sample : wanted)
                        series(
                                out,
                                node,
                                sample.name(),
                                sample.labels(),
                                "node",
                                node.host() + ":9100",
                                hostValues.of(sample, node, 0));
            }
            ofPrometheus(out);
            out.write("# EOF\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void type(OutputStream out, String family, List<Template> templates) throws IOException {
        String type = templates.stream()
                .map(template -> template.types().get(family))
                .filter(found -> found != null)
                .findFirst()
                .orElse("unknown");
        String name = type.equals("counter") && family.endsWith("_total")
                ? family.substring(0, family.length() - "_total".length())
                : family;
        out.write(("# TYPE " + name + " " + (type.equals("untyped") ? "unknown" : type) + "\n")
                .getBytes(StandardCharsets.UTF_8));
    }

    private void node(OutputStream out, FleetNode node, Sample sample) throws IOException {
        boolean onEveryNode = queried.contains(sample.name());
        if (!onEveryNode && node.number() >= spec.clusters()) return;
        Map<String, String> labels = new LinkedHashMap<>(sample.labels());
        SimulatedValues simulated = values.get(node.template());
        if (sample.name().equals("cassandra_node_info")) {
            labels.put("cluster", node.cluster());
            labels.put("datacenter", node.datacenter());
            labels.put("rack", node.rack());
            labels.put("host_id", "00000000-0000-0000-0000-" + String.format("%012d", node.number()));
        }
        String peerLabel = labels.entrySet().stream()
                .filter(label -> label.getValue().startsWith(Template.PEER))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
        if (peerLabel != null) {
            for (FleetNode peer : nodes) {
                if (peer.number() == node.number() || !peer.cluster().equals(node.cluster())) continue;
                labels.put(peerLabel, peer.address());
                LongToDoubleFunction value = sample.name().endsWith("_up")
                        ? second -> peer.isAlive(second) ? 1 : 0
                        : simulated.of(sample, node, peer.number());
                series(out, node, sample.name(), labels, value);
            }
        } else if (sample.name().equals(ENDPOINTS)) {
            boolean up = "up".equals(labels.get("state"));
            series(out, node, sample.name(), labels, second -> nodes.stream()
                    .filter(peer -> peer.cluster().equals(node.cluster()) && peer.isAlive(second) == up)
                    .count());
        } else if (onEveryNode && Template.TABLE.equals(labels.get("table"))) {
            for (int table = 0; table < spec.tables(); table++) {
                labels.put("keyspace", FleetSpec.keyspaceOf(table));
                labels.put("table", FleetSpec.table(table));
                series(out, node, sample.name(), labels, simulated.of(sample, node, table));
            }
        } else if (Template.KEYSPACE.equals(labels.get("keyspace"))) {
            for (int keyspace = 0; keyspace < (onEveryNode ? spec.keyspaces() : 1); keyspace++) {
                labels.put("keyspace", FleetSpec.keyspace(keyspace));
                series(out, node, sample.name(), labels, simulated.of(sample, node, keyspace));
            }
        } else {
            series(out, node, sample.name(), labels, simulated.of(sample, node, 0));
        }
    }

    /** Writes the series that Prometheus itself records about each scrape. The scrape of a dead node fails. */
    private void ofPrometheus(OutputStream out) throws IOException {
        Map<String, LongToDoubleFunction> recorded =
                Map.of("scrape_duration_seconds", second -> 0.05, "scrape_samples_scraped", second -> 10_000);
        for (Map.Entry<String, LongToDoubleFunction> one : recorded.entrySet()) {
            out.write(("# TYPE " + one.getKey() + " gauge\n").getBytes(StandardCharsets.UTF_8));
            for (FleetNode node : nodes) series(out, node, one.getKey(), Map.of(), one.getValue());
        }
        out.write("# TYPE up gauge\n".getBytes(StandardCharsets.UTF_8));
        for (FleetNode node : nodes) {
            byte[] prefix = prefix("up", Map.of(), "cassandra", node.instance());
            for (int i = 0; i < timestamps.length; i++)
                sample(out, prefix, node.isAlive(i * spec.step().toSeconds()) ? 1 : 0, i);
            series++;
        }
    }

    private void series(
            OutputStream out, FleetNode node, String name, Map<String, String> labels, LongToDoubleFunction value)
            throws IOException {
        series(out, node, name, labels, "cassandra", node.instance(), value);
    }

    private void series(
            OutputStream out,
            FleetNode node,
            String name,
            Map<String, String> labels,
            String job,
            String instance,
            LongToDoubleFunction value)
            throws IOException {
        byte[] prefix = prefix(name, labels, job, instance);
        series++;
        for (int i = 0; i < timestamps.length; i++) {
            long second = i * spec.step().toSeconds();
            if (node.isAlive(second)) sample(out, prefix, value.applyAsDouble(second), i);
        }
    }

    private static byte[] prefix(String name, Map<String, String> labels, String job, String instance) {
        StringBuilder text = new StringBuilder(name)
                .append("{instance=\"")
                .append(instance)
                .append("\",job=\"")
                .append(job)
                .append('"');
        labels.forEach((label, value) -> text.append(',')
                .append(label)
                .append("=\"")
                .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
                .append('"'));
        return text.append("} ").toString().getBytes(StandardCharsets.UTF_8);
    }

    private void sample(OutputStream out, byte[] prefix, double value, int step) throws IOException {
        out.write(prefix);
        String text = value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value).replace("Infinity", "Inf");
        for (int i = 0; i < text.length(); i++) out.write(text.charAt(i));
        out.write(timestamps[step]);
        samples++;
    }
}
