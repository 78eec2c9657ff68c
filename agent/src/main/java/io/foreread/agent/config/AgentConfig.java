package io.foreread.agent.config;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.MetricsConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Every key, its default and its documentation. Immutable.
 *
 * <p>A key may stand in the YAML file named by {@code config}, in the agent's arguments ({@code key=value,...}) or in a
 * system property ({@code -Dforeread.key=value}); the later one wins. A wrong key or value is one {@link #problems
 * problem}, and the default is used.
 */
public final class AgentConfig {
    /** {@code enabled}: false leaves Cassandra as if the agent were not there. Default true. */
    public static final String ENABLED = "enabled";

    /**
     * {@code read-ahead}: {@code auto}, {@code on} or {@code off}. Matters where Cassandra has a read-ahead of its own
     * (5.0.4 and later): auto takes over only where that one has no effect (mmap, chunk cache), on everywhere. Off
     * leaves all scans to Cassandra and goes on measuring. Default auto.
     */
    public static final String READ_AHEAD = "read-ahead";

    /** {@code block-size}: bytes of a full read, 64KiB to 4MiB in steps of 4 KiB. Default 256KiB. */
    public static final String BLOCK_SIZE = "block-size";

    /** {@code buffer-budget}: direct memory for all scans together; 0 means none. Default 64MiB. */
    public static final String BUFFER_BUDGET = "buffer-budget";

    /**
     * {@code overlap}: a compaction-like scan has its files open for itself, so that the kernel goes on fetching its next
     * block while this one is merged where point reads come in between. Default true; false: through the channel that all
     * readers share.
     * Where Cassandra maps the file it has no effect: such scans always have a file of their own.
     */
    public static final String OVERLAP = "overlap";

    /**
     * {@code decompress-ahead}: {@code auto}, {@code on} or {@code off}: another thread checks and decompresses the next
     * chunks of a compaction-like scan. Auto does so where that is slow (Zstd, Deflate) and there are cores to spare; with
     * LZ4 it gains nothing and costs CPU (docs/performance.md). With {@link #DIRECT_IO} it always does. Default auto.
     */
    public static final String DECOMPRESS_AHEAD = "decompress-ahead";

    /**
     * {@code direct-io}: compaction-like scans read past the page cache (O_DIRECT), so that they do not push out what
     * point reads have there. Needs Java 11; where it is not possible scans read as without. Default false.
     */
    public static final String DIRECT_IO = "direct-io";

    /**
     * {@code skip-index}: compaction-like scans take the partitions as they lie in Data.db and leave the partition index
     * unread, as Cassandra does from 5.0.5 on. Default true; false goes by the index.
     */
    public static final String SKIP_INDEX = "skip-index";

    /** {@code listen}: host:port of the endpoint, or {@code off}. Default 127.0.0.1:9507. */
    public static final String LISTEN = "listen";

    /** {@code hooks.<name>}: false leaves that class alone. Default true for every hook. */
    public static final String HOOK_PREFIX = "hooks.";

    private static final List<String> KEYS = Collections.unmodifiableList(java.util.Arrays.asList(
            ENABLED,
            READ_AHEAD,
            BLOCK_SIZE,
            BUFFER_BUDGET,
            OVERLAP,
            DECOMPRESS_AHEAD,
            DIRECT_IO,
            SKIP_INDEX,
            LISTEN,
            HOOK_PREFIX + "<name>",
            MetricsConfig.PREFIX + "<...>",
            HttpConfig.PREFIX + "<...>"));

    private final List<String> problems = new ArrayList<>();
    private final Set<String> hooksOff = new HashSet<>();
    /** Everything that is fixed while the node runs. */
    private final Map<String, String> untilRestart = new LinkedHashMap<>();

    private MetricsConfig metrics = MetricsConfig.defaults();
    private HttpConfig http = HttpConfig.defaults();
    private boolean enabled = true;
    private ReadAhead.Mode readAhead = ReadAhead.Mode.AUTO;
    private long blockBytes = ReadAhead.DEFAULT_BLOCK_BYTES;
    private long budgetBytes = ReadAhead.DEFAULT_BUDGET_BYTES;
    private boolean overlap = true;
    private ReadAhead.Mode decompressAhead = ReadAhead.Mode.AUTO;
    private boolean directIo;
    private boolean skipIndex = true;
    private @Nullable ListenAddress listen = ListenAddress.DEFAULT;

    private AgentConfig() {}

    /**
     * @param settings key to value, in order
     * @param hookNames the names that {@code hooks.<name>} may have
     */
    public static AgentConfig of(Map<String, String> settings, Set<String> hookNames) {
        AgentConfig config = new AgentConfig();
        settings.forEach((key, value) -> {
            if (MetricsConfig.isKey(key)) return;
            config.untilRestart.put(key, value.trim());
            if (!HttpConfig.isKey(key)) config.set(key, value.trim(), hookNames);
        });
        config.metrics = MetricsConfig.of(settings, config.problems);
        config.http = HttpConfig.of(settings, config.problems);
        return config;
    }

    private void set(String key, String value, Set<String> hookNames) {
        try {
            switch (key) {
                case ENABLED:
                    enabled = Values.bool(value);
                    break;
                case READ_AHEAD:
                    readAhead = Values.mode(value);
                    break;
                case BLOCK_SIZE:
                    blockBytes = Values.bytes(
                            value, ReadAhead.MIN_BLOCK_BYTES, ReadAhead.MAX_BLOCK_BYTES, 4096, "64KiB to 4MiB");
                    break;
                case BUFFER_BUDGET:
                    budgetBytes = Values.bytes(value, 0, Long.MAX_VALUE, 1, "0 and up");
                    break;
                case OVERLAP:
                    overlap = Values.bool(value);
                    break;
                case DECOMPRESS_AHEAD:
                    decompressAhead = Values.mode(value);
                    break;
                case DIRECT_IO:
                    directIo = Values.bool(value);
                    break;
                case SKIP_INDEX:
                    skipIndex = Values.bool(value);
                    break;
                case LISTEN:
                    listen = ListenAddress.parse(value);
                    break;
                default:
                    setHook(key, value, hookNames);
            }
        } catch (IllegalArgumentException e) {
            problems.add(key + ": '" + value + "' is not allowed; " + e.getMessage() + "; the default is used");
        }
    }

    private void setHook(String key, String value, Set<String> hookNames) {
        if (!key.startsWith(HOOK_PREFIX)) {
            problems.add("unknown key '" + key + "' (value '" + value + "') is ignored; allowed are "
                    + String.join(", ", KEYS));
            return;
        }
        String hook = key.substring(HOOK_PREFIX.length());
        if (!hookNames.contains(hook)) {
            problems.add("unknown hook '" + hook + "' in '" + key + "' is ignored; allowed are "
                    + String.join(", ", new TreeSet<>(hookNames)));
            return;
        }
        if (!Values.bool(value)) hooksOff.add(hook);
        else hooksOff.remove(hook);
    }

    /** One line each, for a person: the key, the value, what is allowed. */
    public List<String> problems() {
        return Collections.unmodifiableList(problems);
    }

    public boolean enabled() {
        return enabled;
    }

    public ReadAhead.Mode readAhead() {
        return readAhead;
    }

    public long blockBytes() {
        return blockBytes;
    }

    public long budgetBytes() {
        return budgetBytes;
    }

    public boolean overlap() {
        return overlap;
    }

    public ReadAhead.Mode decompressAhead() {
        return decompressAhead;
    }

    public boolean directIo() {
        return directIo;
    }

    public boolean skipIndex() {
        return skipIndex;
    }

    /** @return null if there shall be no endpoint */
    public @Nullable ListenAddress listen() {
        return listen;
    }

    /** Which metrics are told: the one part that may change while the node runs. */
    public MetricsConfig metrics() {
        return metrics;
    }

    /** How the endpoint is secured. */
    public HttpConfig http() {
        return http;
    }

    /** Whether the two differ in what needs a restart to change. */
    public boolean needsRestartFor(AgentConfig changed) {
        return !untilRestart.equals(changed.untilRestart);
    }

    public boolean hookOn(String hook) {
        return !hooksOff.contains(hook);
    }
}
