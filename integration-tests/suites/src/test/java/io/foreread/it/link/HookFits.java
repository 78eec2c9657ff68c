package io.foreread.it.link;

import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.Scrape;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The first and last release on which each hook applies. On other releases its landmark is missing. */
public final class HookFits {
    private record Releases(String first, String last) {
        boolean include(CassandraVersion version) {
            return version.compareTo(CassandraVersion.of(first)) >= 0
                    && version.compareTo(CassandraVersion.of(last)) <= 0;
        }
    }

    private static final String NEWEST = last("6.0");
    private static final Releases ALL = new Releases("3.11.0", NEWEST);
    private static final Releases TO_4_1 = new Releases("3.11.0", last("4.1"));
    private static final Releases TO_5_0 = new Releases("3.11.0", last("5.0"));
    private static final Releases FROM_5_0 = new Releases("5.0.0", NEWEST);

    private static final Map<String, Releases> EXPECTED = Map.ofEntries(
            Map.entry("big-table-scanner", TO_4_1),
            Map.entry("sstable-scanner", new Releases("5.0.0", "5.0.3")),
            Map.entry("native-scanner", new Releases("5.0.4", NEWEST)),
            Map.entry("native-simple-scanner", new Releases("5.0.5", NEWEST)),
            Map.entry("native-cursor-reader", new Releases("6.0-alpha2", NEWEST)),
            Map.entry("big-index", ALL),
            Map.entry("bti-key-cursor", FROM_5_0),
            Map.entry("scrubber", TO_4_1),
            Map.entry("sorted-table-scrubber", FROM_5_0),
            Map.entry("verifier", TO_4_1),
            Map.entry("sorted-table-verifier", FROM_5_0),
            Map.entry("digest-validator", ALL),
            Map.entry("sasi-index-builder", ALL),
            Map.entry("sai-index-builder", FROM_5_0),
            Map.entry("sstable-rewriter", TO_4_1),
            Map.entry("big-table-writer", FROM_5_0),
            Map.entry("unfiltered-row-iterators", new Releases("3.11.0", last("3.11"))),
            Map.entry("scanner-list", ALL),
            // 3.11.0 counts compressed bytes in lastFlushOffset. The code of 3.11.1 to 3.11.4 was not examined.
            Map.entry("chunk-writer", new Releases("3.11.5", last("5.0"))),
            Map.entry("writer-commit", ALL),
            Map.entry("max-size-writer", TO_5_0),
            Map.entry("leveled-writer", TO_5_0),
            Map.entry("splitting-writer", TO_5_0),
            Map.entry("channel-proxy", ALL),
            Map.entry("mmap-chunk-reader", ALL),
            Map.entry("compaction-metrics", new Releases("3.11.0", last("3.11"))),
            Map.entry("active-compactions", new Releases("4.0.0", NEWEST)),
            Map.entry("compaction-task", ALL),
            Map.entry("compressed-writer", ALL),
            Map.entry("sequential-writer", ALL),
            Map.entry("read-command", ALL),
            Map.entry("instrumenting-cache", ALL),
            Map.entry("cassandra-daemon", ALL));

    private HookFits() {}

    /** The newest release of a line. */
    private static String last(String line) {
        return CassandraRelease.newestOf(line).toString();
    }

    /** All hooks. */
    public static Set<String> hooks() {
        return EXPECTED.keySet();
    }

    /**
     * The expected label {@code state} of {@code foreread_hook_status} for each hook of a node.
     *
     * @param compressAhead whether compress-ahead is configured; it is off by default
     */
    public static Map<String, String> expectedStates(CassandraVersion version, boolean compressAhead) {
        return HookCatalog.hooks().stream()
                .collect(Collectors.toMap(
                        Hook::name,
                        hook -> expected(hook.name(), version)
                                        && (compressAhead || !HookCatalog.isOfCompressAhead(hook))
                                ? "applied"
                                : "skipped"));
    }

    /**
     * The state of each hook according to {@code foreread_hook_status}. The state {@code waiting} is returned as {@code
     * applied}, because Cassandra loads some hooked classes only when it uses them, for example for a scrub.
     */
    public static Map<String, String> states(Scrape scrape) {
        return scrape.named("foreread_hook_status", Map.of())
                .collect(Collectors.toMap(
                        sample -> sample.labels().get("hook"),
                        sample -> sample.labels().get("state").replace("waiting", "applied")));
    }

    public static boolean expected(String hook, CassandraVersion version) {
        return EXPECTED.get(hook).include(version);
    }
}
