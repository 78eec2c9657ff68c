package io.foreread.agent.command.check;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Determines the throttle of compactions ({@code compaction_throughput}). */
final class ThrottleCheck implements Check {
    private static final String NAME = "compaction throughput";
    /**
     * Cassandra's own reader delivers at most this to compactions on a volume with 3,000 requests a second: one chunk of
     * 16 KiB for each request. A lower throttle is the limit with and without Foreread.
     */
    private static final long STOCK_MAX_MIB = 48;

    private static final Pattern RATE = Pattern.compile("(\\d+)\\s*(B|KiB|MiB)/s");

    @Override
    public Finding of(CheckedNode node) {
        String source = ", set in the running node";
        Long mib = liveMib(node);
        if (mib == null) {
            String text = configured(node.yaml());
            source = text == null ? ", the default" : ", configured";
            mib = text == null ? (Long) defaultMib(node) : mib(text);
            if (mib == null)
                return new Finding(
                        NAME,
                        String.valueOf(text),
                        Verdict.UNKNOWN,
                        "The value is not a rate such as 64MiB/s. Correct cassandra.yaml.");
        }
        if (mib == 0) return new Finding(NAME, "not limited" + source, Verdict.HELPS, "Compactions are not throttled.");
        String value = "limited to " + mib + " MiB/s" + source;
        if (mib < STOCK_MAX_MIB)
            return new Finding(
                    NAME,
                    value,
                    Verdict.HELPS_LITTLE,
                    "The limit applies with Foreread too. Compactions make fewer requests, and are faster only if the volume"
                            + " now delivers less than the limit. Raise it with nodetool setcompactionthroughput.");
        return new Finding(
                NAME,
                value,
                Verdict.HELPS,
                "Where Cassandra makes one request for each chunk of 16 KiB (kernel readahead of at most 16 KiB, no effective"
                        + " native read-ahead), a volume with 3,000 requests a second delivers at most " + STOCK_MAX_MIB
                        + " MiB/s to compactions. If the volume can deliver more than the limit, raise the limit with"
                        + " nodetool setcompactionthroughput.");
    }

    /** Returns the throttle of the running node in MiB per second, rounded up; null if it is unknown. */
    private static @Nullable Long liveMib(CheckedNode node) {
        String storage = "org.apache.cassandra.db:type=StorageService";
        // Releases from 4.1 on round the other attribute, so that a low throttle would be 0, which means no limit. The
        // spelling is Cassandra's.
        Object bytes = node.live(storage, "CompactionThroughtputBytesPerSec");
        if (bytes instanceof Number) return mib(((Number) bytes).longValue());
        Object mib = node.live(storage, "CompactionThroughputMbPerSec");
        return mib instanceof Number ? (Long) ((Number) mib).longValue() : null;
    }

    private static long mib(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }

    private static @Nullable String configured(CassandraYaml yaml) {
        String rate = yaml.text("compaction_throughput");
        return rate == null ? yaml.text("compaction_throughput_mb_per_sec") : rate;
    }

    /** Cassandra's default, which applies if cassandra.yaml does not have the key. */
    private static long defaultMib(CheckedNode node) {
        return node.isAtLeast(4) ? 64 : 16;
    }

    /**
     * Parses a throughput of cassandra.yaml.
     *
     * @return MiB per second, rounded up; null if the text is not a rate
     */
    static @Nullable Long mib(String text) {
        if (text.matches("\\d+")) return Long.valueOf(text);
        Matcher matcher = RATE.matcher(text.trim());
        if (!matcher.matches()) return null;
        long number = Long.parseLong(matcher.group(1));
        switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
            case "mib":
                return number;
            case "kib":
                return (number + 1023) >> 10;
            default:
                return mib(number);
        }
    }
}
