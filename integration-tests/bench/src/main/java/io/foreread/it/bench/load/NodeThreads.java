package io.foreread.it.bench.load;

import io.foreread.it.fixture.NodeJmx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * Reads the JVM's exact counters of selected threads of a node. The JMX calls that read the counters use other threads
 * of the node.
 */
public final class NodeThreads {
    private static final ObjectName THREADS = NodeJmx.name("java.lang:type=Threading");

    private final NodeJmx jmx;
    private final List<String> prefixes;

    /** @param prefixes the prefixes of the names of the selected threads; an empty prefix selects no thread */
    public NodeThreads(NodeJmx jmx, String... prefixes) {
        this.jmx = jmx;
        this.prefixes = List.of(prefixes);
    }

    /** The bytes that each thread has allocated since its start. */
    public PerThread allocatedBytes() {
        return read("getThreadAllocatedBytes");
    }

    /** The CPU time of each thread since its start, without the garbage collection that the thread causes. */
    public PerThread cpuNanos() {
        return read("getThreadCpuTime");
    }

    private PerThread read(String operation) {
        if (prefixes.stream().allMatch(String::isEmpty)) return new PerThread(Map.of());
        try {
            long[] ids = jmx.getAttribute(THREADS, "AllThreadIds");
            CompositeData[] infos = (CompositeData[]) invoke("getThreadInfo", ids);
            long[] wanted = Arrays.stream(infos)
                    .filter(Objects::nonNull)
                    .map(ThreadInfo::from)
                    .filter(info -> isSelected(info.getThreadName(), prefixes))
                    .mapToLong(ThreadInfo::getThreadId)
                    .toArray();
            long[] values = (long[]) invoke(operation, wanted);
            Map<Long, Long> alive = new HashMap<>();
            for (int i = 0; i < wanted.length; i++) if (values[i] >= 0) alive.put(wanted[i], values[i]);
            return new PerThread(alive);
        } catch (JMException e) {
            throw new IllegalStateException("the node's JVM does not report the counters of its threads", e);
        } catch (IOException e) {
            throw new UncheckedIOException("JMX connection lost", e);
        }
    }

    static boolean isSelected(String thread, List<String> prefixes) {
        return prefixes.stream().anyMatch(prefix -> !prefix.isEmpty() && thread.startsWith(prefix));
    }

    private Object invoke(String operation, long[] ids) throws JMException, IOException {
        return jmx.server().invoke(THREADS, operation, new Object[] {ids}, new String[] {"[J"});
    }
}
