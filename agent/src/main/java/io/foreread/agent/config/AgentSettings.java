package io.foreread.agent.config;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.MetricsSettings;
import io.foreread.exporter.config.Setting;
import io.foreread.exporter.config.SettingList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Declares the settings that only the agent has. They are read when the agent starts with the node or is attached. */
public final class AgentSettings {
    public static final SettingList LIST = new SettingList("");

    private static final String MODE = "auto, on or off";
    private static final String BLOCK_SIZES = "64KiB to 4MiB";

    static final Setting<Boolean> ENABLED = LIST.declareBoolean(
            "enabled", true, "Enables the agent. With `false` Cassandra runs as if the agent were not there.");

    static final Setting<HostPort> LISTEN = LIST.declare(
            "listen",
            "127.0.0.1:9507",
            AgentSettings::address,
            "host:port or off",
            "Address at which the agent serves its metrics. With `off` it serves none.");

    static final Setting<ReadAhead.Mode> READ_AHEAD = LIST.declare(
            "read-ahead",
            "auto",
            Values::mode,
            MODE,
            "Which scans read ahead. `auto` leaves a scan to Cassandra's own read-ahead (5.0.4 and later) where that has"
                    + " an effect, `on` replaces it too, except where 6.0 compacts with direct I/O, and `off` leaves all"
                    + " scans to Cassandra and only measures.");

    static final Setting<Long> BLOCK_SIZE = LIST.declare(
            "block-size",
            "256KiB",
            value -> Values.bytes(
                    value,
                    ReadAhead.MIN_BLOCK_BYTES,
                    ReadAhead.MAX_BLOCK_BYTES,
                    ReadAhead.BLOCK_STEP_BYTES,
                    BLOCK_SIZES),
            BLOCK_SIZES + " in steps of " + ReadAhead.BLOCK_STEP_BYTES + " bytes",
            "Size of a full read.");

    static final Setting<Long> BUFFER_BUDGET = LIST.declare(
            "buffer-budget",
            "64MiB",
            value -> Values.bytes(value, 0, Long.MAX_VALUE, 1, "0 and up"),
            "0 and up, in B, KiB, MiB or GiB",
            "Maximum direct memory for the buffers of all scans and writers together. With `0` no scan reads ahead.");

    static final Setting<Boolean> OVERLAP = LIST.declareBoolean(
            "overlap",
            true,
            "Whether a compaction-like scan opens its sstables once more for itself, which costs one or two open files"
                    + " per sstable. The kernel then reads the next block of the scan while the current one is merged,"
                    + " even if point reads occur in between. With mmap, sstables are always opened once more.");

    static final Setting<ReadAhead.Mode> DECOMPRESS_AHEAD = LIST.declare(
            "decompress-ahead",
            "auto",
            Values::mode,
            MODE,
            "Whether another thread checks and decompresses the next chunks of a compaction-like scan. `auto` does so"
                    + " where decompression is slow (Zstd, Deflate) and cores are idle; `off` does so only with"
                    + " `direct-io`.");

    static final Setting<ReadAhead.Mode> COMPRESS_AHEAD = LIST.declare(
            "compress-ahead",
            "off",
            Values::mode,
            MODE,
            "Whether another thread compresses and writes the chunks of Data.db for compactions, cleanup,"
                    + " anticompaction and upgradesstables, up to 5.0. `auto` does so where compression takes a large part"
                    + " of the time and cores are idle. It is off by default in this release, until it is proven. It needs"
                    + " `read-ahead`.");

    static final Setting<Boolean> COMPRESS_AHEAD_FLUSH = LIST.declareBoolean(
            "compress-ahead-flush", false, "Whether `compress-ahead` also applies to the flush of memtables.");

    static final Setting<Boolean> DIRECT_IO = LIST.declareBoolean(
            "direct-io",
            false,
            "Whether compaction-like scans bypass the page cache (O_DIRECT), so that they do not evict what point reads"
                    + " use. It needs Java 11; where it is not possible scans use the page cache.");

    static final Setting<Boolean> SKIP_INDEX = LIST.declareBoolean(
            "skip-index",
            true,
            "Up to 5.0.3, whether compaction-like scans of compressed sstables (`crc_check_chance` 1) take the partitions"
                    + " in the order of Data.db and do not read the partition index, as Cassandra 5.0.5 does"
                    + " (CASSANDRA-20092). With `false` they follow the index.");

    static final Setting<Boolean> FILTER_KEY_CACHE = LIST.declareBoolean(
            "filter-key-cache",
            true,
            "Whether compactions of 8 sstables or more look up a partition in the key cache only if the key cache may"
                    + " contain its key. Cassandra looks up every partition once per sstable. With `false` they make all"
                    + " lookups.");

    static final Setting<Boolean> SKIP_EMPTY_INPUTS = LIST.declareBoolean(
            "skip-empty-inputs",
            true,
            "In 3.11, whether merges of 8 sstables or more, in compactions and validations, leave out those that do not"
                    + " have the partition, as later releases do (CASSANDRA-18773).");

    static final Setting<Boolean> REUSE_SCANNED_BYTES = LIST.declareBoolean(
            "reuse-scanned-bytes",
            true,
            "Whether a compaction with 32 scanners or more calculates the sum of the scanned bytes at most once per"
                    + " millisecond. A scanner reads one sstable, or with LeveledCompactionStrategy one level. Cassandra"
                    + " calculates it after each partition, to limit the rate of compactions (`compaction_throughput`). With"
                    + " `false` Foreread leaves this to Cassandra.");

    static final Setting<Boolean> HOOK = LIST.declareBoolean(
            "hooks.<name>",
            true,
            "With `false` the agent does not apply the hook `<name>`. The page at `/` lists the names of all hooks.");

    private AgentSettings() {}

    /** @return null for off */
    private static @Nullable HostPort address(String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (lower.equals("off") || lower.equals("false")) return null;
        return HostPort.parse(value, "127.0.0.1:9507, 0.0.0.0:9507 or off");
    }

    /** All settings of the configuration file, in order. */
    public static List<Setting<?>> all() {
        List<Setting<?>> all = LIST.all();
        all.addAll(MetricsSettings.LIST.all());
        all.addAll(HttpSettings.LIST.all());
        return all;
    }
}
