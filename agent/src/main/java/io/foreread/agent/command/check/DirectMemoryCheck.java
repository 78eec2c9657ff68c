package io.foreread.agent.command.check;

import io.foreread.agent.control.ReadAheadMXBean;
import io.foreread.agent.readahead.DirectMemory;
import io.foreread.exporter.mbean.JvmArguments;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** Determines whether the JVM has direct memory for the buffers of scans. */
final class DirectMemoryCheck implements Check {
    private static final String NAME = "direct memory";

    @Override
    public Finding of(CheckedNode node) {
        Long limit = limitBytes(node);
        if (limit == null)
            return new Finding(
                    NAME,
                    "unknown",
                    Verdict.OK,
                    "The limit is set by cassandra-env.sh or the JVM, and can be read from a running node to which the command can"
                            + " attach.");
        Long used = bytes(node, "java.nio:type=BufferPool,name=direct", "MemoryUsed");
        return finding(limit, used, ownBytes(node), node.agent().readAhead().budgetBytes());
    }

    /**
     * @param used null if it is unknown
     * @param own the part of the used memory that the agent already holds
     */
    static Finding finding(long limit, @Nullable Long used, long own, long budget) {
        long others = used == null ? 0 : Math.max(0, used - own);
        long available = limit - DirectMemory.reserveBytes(limit) - others;
        String value = mib(limit) + (used == null ? "" : ", " + mib(used) + " used");
        return available >= budget
                ? new Finding(NAME, value, Verdict.OK, "It is enough for the buffer budget of " + mib(budget) + ".")
                : new Finding(
                        NAME,
                        value,
                        Verdict.PROBLEM,
                        "Scans can use " + mib(Math.max(0, available)) + " of the buffer budget of " + mib(budget)
                                + "; further scans use Cassandra's reader. Raise -XX:MaxDirectMemorySize, or lower buffer-budget.");
    }

    private static long ownBytes(CheckedNode node) {
        Long inUse = bytes(node, ReadAheadMXBean.NAME, "BufferBytesUsed");
        Long idle = bytes(node, ReadAheadMXBean.NAME, "BufferBytesIdle");
        return (inUse == null ? 0 : inUse) + (idle == null ? 0 : idle);
    }

    private static @Nullable Long bytes(CheckedNode node, String bean, String attribute) {
        Object value = node.live(bean, attribute);
        return value instanceof Number ? (Long) ((Number) value).longValue() : null;
    }

    private static @Nullable Long limitBytes(CheckedNode node) {
        Long configured = node.jvm().bytes(JvmArguments.MAX_DIRECT_MEMORY);
        if (configured != null && configured > 0) return configured;
        // From 5.0 on, cassandra-env.sh sets a limit that depends on the memory of the host.
        if (!node.jvm().complete() && node.isAtLeast(5)) return null;
        // By default, the JVM limits direct memory to the maximum heap size.
        Long heap = node.jvm().bytes("-Xmx");
        return heap == null ? maxHeapBytes(node) : heap;
    }

    /** Returns the maximum heap size of the running node; null if it is unknown. */
    private static @Nullable Long maxHeapBytes(CheckedNode node) {
        Object usage = node.live("java.lang:type=Memory", "HeapMemoryUsage");
        Object max = usage instanceof CompositeData ? ((CompositeData) usage).get("max") : null;
        return max instanceof Long && (Long) max > 0 ? (Long) max : null;
    }

    private static String mib(long bytes) {
        return (bytes >> 20) + " MiB";
    }
}
