package io.foreread.it.bench.memory;

import java.util.Locale;
import java.util.Map;

/** Formats the result of {@code ./bench memory} as text. */
final class MemoryReport {
    private MemoryReport() {}

    static String of(MemoryResult result) {
        StringBuilder text = new StringBuilder();
        MemoryWork work = result.work();
        add(text, "%nCassandra %s, %d minutes of scans on two nodes%n%n", result.release(), result.minutes());
        bytes(text, "maximum with the agent", result.max(MemorySample::agentBytes));
        bytes(text, "  without buffer pools", result.max(MemorySample::agentOutsidePoolsBytes));
        bytes(text, "  reported by the agent", result.max(MemorySample::heldBytes));
        bytes(text, "maximum without the agent", result.max(MemorySample::stockBytes));
        bytes(text, "  without buffer pools", result.max(MemorySample::stockOutsidePoolsBytes));
        bytes(text, "maximum difference", result.max(result::differenceBytes));
        bytes(text, "  without buffer pools", result.max(result::differenceOutsidePoolsBytes));
        bytes(text, "  of simultaneous samples", result.max(sample -> sample.agentBytes() - sample.stockBytes()));
        bytes(text, "buffer budget", result.budgetBytes());
        bytes(text, "limit of the difference", result.limitBytes());
        add(
                text,
                "%n  Differences are to the largest sample without the agent in the %.0f s before and after.%n"
                        + "  The buffer pools are those of Cassandra.%n",
                MemoryResult.WINDOW_SECONDS);
        add(
                text,
                "  %,d samples, at most %.1f s apart, %,d over the limit%n",
                result.samples().size(),
                result.longestGapSeconds(),
                result.samplesOverLimit());
        add(
                text,
                "  On each node: %,d major compactions, %,d rewrites, %,d scrubs, %,d reads of a whole table; %,d failed requests%n",
                work.compactions(),
                work.rewrites(),
                work.scrubs(),
                work.reads(),
                work.failedRequests());
        add(
                text,
                "  With the agent: %,d scans read ahead; block size changed %,d times; switched off %,d times%n",
                work.scansAhead(),
                work.blockSizes(),
                work.switches());
        add(text, "  Fallbacks:%s%n%n", fallbacks(work.fallbacks()));
        for (String reason : result.reasons()) add(text, "  NOT MET: %s%n", reason);
        add(text, "%s%n", result.isMet() ? "Met." : "Not met.");
        return text.toString();
    }

    private static String fallbacks(Map<String, Long> counts) {
        StringBuilder text = new StringBuilder();
        counts.forEach((reason, count) -> {
            if (count > 0) add(text, " %s %,d", reason, count);
        });
        return text.isEmpty() ? " none" : text.toString();
    }

    private static void bytes(StringBuilder text, String what, long bytes) {
        add(text, "  %-28s %9s MiB%n", what, mebibytes(bytes));
    }

    static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.2f", bytes / (double) (1 << 20));
    }

    private static void add(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments));
    }
}
