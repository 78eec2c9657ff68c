package io.foreread.it.bench.fleet;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.HostExporter;
import io.foreread.it.fixture.Ring;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * The metrics of a real node with their types. The nodes of a fleet export the same metrics, with more tables and
 * peers.
 *
 * @param types the type of each family by its name
 */
record Template(Map<String, String> types, List<Scrape.Sample> samples) {
    static final String KEYSPACE = "template";
    static final String TABLE = "one";
    /** The address of the other node in the template's cluster. */
    static final String PEER = "127.0.0.2";

    static final Template EMPTY = new Template(Map.of(), List.of());

    private static final int ROWS = 500;

    static Template of(Scrape scrape) {
        Map<String, String> types = new LinkedHashMap<>();
        scrape.text().lines().filter(line -> line.startsWith("# TYPE ")).forEach(line -> {
            String[] words = line.split(" ");
            types.put(words[2], words[3]);
        });
        return new Template(types, scrape.samples());
    }

    /**
     * Returns the metrics that the first of two nodes of a release exports by default, after some load.
     *
     * @param kept the file with the exposition; if it does not exist, two nodes are started and the file is written
     */
    static Template ofRelease(CassandraRelease release, Path storage, Path kept) throws IOException {
        if (!Files.exists(kept)) Files.writeString(kept, exposition(release, storage));
        return of(Scrape.parse(Files.readString(kept)));
    }

    private static String exposition(CassandraRelease release, Path storage) {
        try (Ring ring = new Ring(release, storage)) {
            for (int i = 0; i < 2; i++) ring.add(builder -> builder.agent(""));
            ChildJvmNode node = ring.node(1);
            String table = KEYSPACE + "." + TABLE;
            node.session()
                    .execute("CREATE KEYSPACE " + KEYSPACE
                            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 2}");
            node.session().execute("CREATE TABLE " + table + " (k int PRIMARY KEY, v text)");
            for (int round = 0; round < 2; round++) {
                for (int k = 0; k < ROWS; k++)
                    node.session().execute("INSERT INTO " + table + " (k, v) VALUES (" + k + ", 'value" + round + "')");
                for (int k = 0; k < ROWS; k++) node.session().execute("SELECT v FROM " + table + " WHERE k = " + k);
                node.session().execute("SELECT k FROM " + table).all();
                node.jmx().flush(KEYSPACE);
            }
            node.jmx().majorCompact(KEYSPACE, TABLE);
            node.jmx().repair(KEYSPACE, Map.of("incremental", "false"));
            node.jmx().collectGarbage();
            return node.metrics().text();
        }
    }

    /** Returns the metrics of node_exporter on this machine, or {@link #EMPTY} if node_exporter is not installed. */
    static Template ofHost(Path directory) {
        return HostExporter.start(directory.resolve("host"), List.of(directory))
                .map(host -> {
                    try (host) {
                        return of(Awaitility.await("node_exporter to answer")
                                .ignoreExceptions()
                                .until(() -> Scrape.from(host.metricsAddress()), scrape -> true));
                    }
                })
                .orElse(EMPTY);
    }

    /** The family of a series: for a histogram and a summary, its name without the suffix. */
    String familyOf(String series) {
        for (String suffix : List.of("_bucket", "_sum", "_count")) {
            if (!series.endsWith(suffix)) continue;
            String family = series.substring(0, series.length() - suffix.length());
            String type = types.getOrDefault(family, "");
            if (type.equals("histogram") || type.equals("summary")) return family;
        }
        return series;
    }

    String typeOf(String series) {
        return types.getOrDefault(familyOf(series), "untyped");
    }
}
