package io.foreread.agent.command.check;

import io.foreread.agent.control.ReadAheadMXBean;
import io.foreread.agent.readahead.DirectMemory;
import org.jspecify.annotations.Nullable;

/** Determines whether the JVM has direct memory for the buffers of scans. */
final class DirectMemoryCheck implements Check {
    private static final String NAME = "direct memory";
    private static final String LIMIT = "-XX:MaxDirectMemorySize=";

    @Override
    public Finding of(CheckedNode node) {
        Long limit = limitBytes(node);
        if (limit == null)
            return new Finding(
                    NAME,
                    "unknown",
                    Verdict.OK,
                    "The limit is set by cassandra-env.sh or the JVM. Check a running node with --pid.");
        Object live = node.live("java.nio:type=BufferPool,name=direct", "MemoryUsed");
        long used = live instanceof Number ? ((Number) live).longValue() : 0;
        // If the agent runs already, its own buffers are part of the budget.
        long own = bytes(node, "BufferBytesUsed") + bytes(node, "BufferBytesIdle");
        long available = limit - DirectMemory.reserveBytes(limit) - Math.max(0, used - own);
        long budget = node.agent().readAhead().budgetBytes();
        String value = mib(limit) + (live == null ? "" : ", " + mib(used) + " used");
        return available >= budget
                ? new Finding(NAME, value, Verdict.OK, "It is enough for the buffer budget of " + mib(budget) + ".")
                : new Finding(
                        NAME,
                        value,
                        Verdict.PROBLEM,
                        "Scans can use " + mib(Math.max(0, available)) + " of the buffer budget of " + mib(budget)
                                + "; further scans use Cassandra's reader. Raise " + LIMIT.replace("=", "")
                                + ", or lower buffer-budget.");
    }

    private static long bytes(CheckedNode node, String attribute) {
        Object value = node.live(ReadAheadMXBean.NAME, attribute);
        return value instanceof Number ? ((Number) value).longValue() : 0;
    }

    private static @Nullable Long limitBytes(CheckedNode node) {
        Long configured = node.jvm().bytes(LIMIT);
        if (configured != null && configured > 0) return configured;
        Long heap = node.jvm().bytes("-Xmx");
        if (heap == null) return null;
        // By default, the JVM limits direct memory to the maximum heap size. From 4.0 on, cassandra-env.sh sets the
        // limit to half of the heap size.
        return node.jvm().complete() || !node.isAtLeast(4) ? heap : (Long) (heap / 2);
    }

    private static String mib(long bytes) {
        return (bytes >> 20) + " MiB";
    }
}
