package io.foreread.exporter.cassandra;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.foreread.exporter.catalog.Lines;
import io.foreread.exporter.catalog.RegistryList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A registry with all metrics that {@code registry/*.txt} lists for a line, with the scopes of a typical node. */
final class LineRegistry {
    private static final String PREFIX = "org.apache.cassandra.metrics.";

    private static final List<String> NO_SCOPE = List.of("");
    private static final Map<String, List<String>> SCOPES = Map.ofEntries(
            Map.entry("AccordCache", List.of("Commands")),
            Map.entry("AccordCache.UnreferencedBytes", NO_SCOPE),
            Map.entry("AccordCache.UsedBytes", NO_SCOPE),
            Map.entry("AccordCoordinator", List.of("ro")),
            Map.entry("AccordReplica", List.of("ro")),
            Map.entry("BufferPool", List.of("chunk-cache", "networking")),
            Map.entry("Cache", List.of("KeyCache", "RowCache", "CounterCache", "ChunkCache")),
            Map.entry(
                    "ClientRequest",
                    List.of("Read", "Read-ONE", "RangeSlice", "Write", "CASRead", "CASWrite", "ViewWrite")),
            Map.entry("Connection", List.of("127.0.0.2")),
            Map.entry("Connection.TotalTimeouts", NO_SCOPE),
            Map.entry("DroppedMessage", List.of("READ")),
            Map.entry("Index", List.of("RowIndexEntry")),
            Map.entry("IndexTable", List.of("ks.t.i")),
            Map.entry("InboundConnection", List.of("127.0.0.2")),
            Map.entry("InternodeInbound", List.of("127.0.0.2")),
            Map.entry("Journal", List.of("AccordJournal")),
            Map.entry("RouteIndex", List.of("ks.t.i.IndexMetrics")),
            Map.entry("Streaming", List.of("127.0.0.2")),
            Map.entry("Streaming.ActiveOutboundStreams", NO_SCOPE),
            Map.entry("Streaming.TotalIncomingBytes", NO_SCOPE),
            Map.entry("Streaming.TotalOutgoingBytes", NO_SCOPE),
            Map.entry("Streaming.TotalOutgoingRepairBytes", NO_SCOPE),
            Map.entry("Streaming.TotalOutgoingRepairSSTables", NO_SCOPE),
            Map.entry("StorageProxy", List.of("PartitionDenylist")),
            Map.entry("ThreadPools", List.of("internal.CompactionExecutor", "request.ReadStage")),
            Map.entry("TrieMemtable", List.of("ks.t")),
            Map.entry("UnweightedCache", List.of("NetworkPermissionsCache", "RolesCache")));

    private final MetricRegistry registry = new MetricRegistry();
    private final Set<String> names = new HashSet<>();
    private final boolean nanos;
    private final boolean offsetsInReservoir;

    private LineRegistry(String line) {
        nanos = line.equals("3.11") || line.equals("4.0");
        offsetsInReservoir = line.equals("3.11");
        RegistryList.rows(line)
                .forEach(row -> add(row.get(0), List.of(row.get(1).split(","))));
        for (String list : whenUsed())
            RegistryList.rows(list)
                    .filter(row -> has(row.get(0), line))
                    .forEach(row -> add(row.get(1), List.of(row.get(2).split(","))));
    }

    /** @param lines the first line of Cassandra that has the metric, or the first and the last line, such as 4.0-5.0 */
    private static boolean has(String lines, String line) {
        String[] range = lines.split("-");
        int index = Lines.KNOWN.indexOf(line);
        return index >= Lines.KNOWN.indexOf(range[0]) && (range.length == 1 || index <= Lines.KNOWN.indexOf(range[1]));
    }

    /** Returns the names of the lists of metrics that are registered at their first use. */
    private static List<String> whenUsed() {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/registry"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith("-when-used.txt"))
                    .map(file -> file.replace(".txt", ""))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MetricRegistry of(String line) {
        return new LineRegistry(line).registry;
    }

    private void add(String typeAndName, List<String> kinds) {
        String type = typeAndName.substring(0, typeAndName.indexOf('.'));
        String kind = kinds.get(0);
        switch (type) {
            case "Table" -> {
                // The metric over all tables can be a gauge although the metric of one table is a counter.
                register(typeAndName, "ks.t", kind);
                register(typeAndName, "all", kinds.get(kinds.size() - 1));
            }
            // The registry spells keyspace and autorepair in lower case.
            case "Keyspace" -> register("keyspace" + typeAndName.substring(type.length()), "ks", kind);
            case "AutoRepair" -> register("autorepair" + typeAndName.substring(type.length()), "repairType=full", kind);
            case "StorageAttachedIndex" ->
                RegistryList.rows("sai-scopes")
                        .filter(row -> typeAndName.equals(type + "." + row.get(0)))
                        .forEach(row -> register(typeAndName, row.size() > 1 ? row.get(1) : "", kind));
            // From 4.0 on there are two pools, and the scope is the name of the pool.
            case "BufferPool" ->
                (offsetsInReservoir ? NO_SCOPE : SCOPES.get(type)).forEach(scope -> register(typeAndName, scope, kind));
            default ->
                SCOPES.getOrDefault(typeAndName, SCOPES.getOrDefault(type, NO_SCOPE))
                        .forEach(scope -> register(typeAndName, scope, kind));
        }
    }

    private void register(String typeAndName, String scope, String kind) {
        String name = PREFIX + typeAndName + (scope.isEmpty() ? "" : "." + scope);
        // A metric can be in more than one list.
        if (names.add(name)) registry.register(name, metric(typeAndName, kind));
    }

    private Metric metric(String typeAndName, String kind) {
        return switch (kind) {
            case "Gauge" -> gauge(typeAndName.endsWith("Histogram") ? new long[] {0, 1, 0} : Integer.valueOf(1));
            case "Counter" -> new Counter();
            case "Meter" -> new Meter();
            case "Histogram" -> new Histogram(reservoir());
            case "Timer" -> new Timer(reservoir());
            default -> throw new AssertionError(kind);
        };
    }

    private static Gauge<Object> gauge(Object value) {
        return () -> value;
    }

    private CassandraReservoir reservoir() {
        if (offsetsInReservoir) return CassandraReservoir.of311();
        return nanos ? CassandraReservoir.of40() : CassandraReservoir.of41();
    }
}
