package io.foreread.it.bench.memory;

import io.foreread.it.bench.comparison.Estimate;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.comparison.Measured;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Formats the result of {@code ./bench memory}. */
final class MemoryReport {
    private static final double MIB = 1 << 20;
    private static final String DIRECT_MEMORY = "direct memory";
    private static final String OUTSIDE_POOLS = "without Cassandra's own buffer pools";
    private static final String SIMULTANEOUS = "of simultaneous samples";

    private MemoryReport() {}

    static String of(MemoryResult result) {
        StringBuilder text = new StringBuilder(String.format(
                "%nCassandra %s, %d minutes of scans on two nodes%n%n%s%n%s%n",
                result.cassandra(), result.minutes(), table(result), work(result)));
        for (String reason : result.reasons())
            text.append("NOT MET: ").append(reason).append('\n');
        return text.append(result.met() ? "Met.\n" : "Not met.\n").toString();
    }

    /** The maximum of each value in all samples, in MiB. */
    static String table(MemoryResult result) {
        MarkdownTable table = new MarkdownTable(List.of(
                String.format(
                        Locale.ROOT,
                        "maximum of %,d samples, MiB",
                        result.samples().size()),
                "with the agent",
                "without",
                "difference",
                "limit",
                "verdict"));
        String limit = mebibytes(result.limitBytes());
        List<Measured> measured = measured(result);
        table.row(
                DIRECT_MEMORY,
                mebibytes(result.max(MemorySample::agentBytes)),
                mebibytes(result.max(MemorySample::stockBytes)),
                mebibytes(result.max(result::differenceBytes)),
                limit,
                measured.get(0).verdictWords());
        table.row(
                OUTSIDE_POOLS,
                mebibytes(result.max(MemorySample::agentOutsidePoolsBytes)),
                mebibytes(result.max(MemorySample::stockOutsidePoolsBytes)),
                mebibytes(result.max(result::differenceOutsidePoolsBytes)),
                limit,
                measured.get(1).verdictWords());
        table.row("reported by the agent", mebibytes(result.max(MemorySample::heldBytes)), "", "", "", "");
        table.row(SIMULTANEOUS, "", "", mebibytes(result.max(MemorySample::simultaneousDifferenceBytes)), "", "");
        return table.text();
    }

    /** The differences, in MiB. If there is a reason why the run does not show that the limit is kept, no goal is met. */
    static List<Measured> measured(MemoryResult result) {
        // Each sample must keep the limit, so there is no margin.
        Goal limit = new Goal(false, result.limitBytes() / MIB, 0);
        return List.of(
                measured(result, DIRECT_MEMORY, result::differenceBytes, limit),
                measured(result, OUTSIDE_POOLS, result::differenceOutsidePoolsBytes, limit),
                measured(result, SIMULTANEOUS, MemorySample::simultaneousDifferenceBytes, null));
    }

    private static Measured measured(
            MemoryResult result, String what, ToLongFunction<MemorySample> difference, @Nullable Goal limit) {
        Estimate max = Estimate.exact(result.samples().size(), result.max(difference) / MIB);
        return new Measured(what, "difference", max, limit, result.met());
    }

    /** The number of operations, samples and changes. */
    static String work(MemoryResult result) {
        MemoryWork work = result.work();
        MarkdownTable table = new MarkdownTable(List.of("in " + result.minutes() + " minutes", "count"));
        count(table, "samples over the limit", result.samplesOverLimit());
        table.row("longest time between two samples", String.format(Locale.ROOT, "%.1f s", result.longestGapSeconds()));
        count(table, "major compactions of each node", work.compactions());
        count(table, "rewrites of each node", work.rewrites());
        count(table, "scrubs of each node", work.scrubs());
        count(table, "reads of a whole table of each node", work.reads());
        count(table, "failed requests", work.failedRequests());
        count(table, "scans that read ahead", work.scansAhead());
        count(table, "changes of the block size", work.blockSizes());
        count(table, "times that read-ahead was switched off", work.switches());
        for (Map.Entry<String, Long> fallback : work.fallbacks().entrySet())
            if (fallback.getValue() > 0) count(table, "fallbacks, " + fallback.getKey(), fallback.getValue());
        for (String reason : result.reasons()) table.row("not met: " + reason, "");
        return table.text();
    }

    private static void count(MarkdownTable table, String what, long count) {
        table.row(what, String.format(Locale.ROOT, "%,d", count));
    }

    static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.2f", bytes / MIB);
    }
}
