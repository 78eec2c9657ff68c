package io.foreread.it.bench.load;

import io.foreread.it.fixture.NodeJmx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * Threads of a node with the exact counters of the JVM for each. Reads over JMX cost the node,
 * but on other threads.
 */
public final class NodeThreads {
    private static final ObjectName THREADS = NodeJmx.name("java.lang:type=Threading");

    private final NodeJmx jmx;
    private final String prefix;

    /** @param prefix the prefix of the thread names; empty for no thread */
    public NodeThreads(NodeJmx jmx, String prefix) {
        this.jmx = jmx;
        this.prefix = prefix;
    }

    /** Since the start of each thread. */
    public PerThread allocatedBytes() {
        return ask("getThreadAllocatedBytes");
    }

    /** Since the start of each thread, without the garbage collection that they cause. */
    public PerThread cpuNanos() {
        return ask("getThreadCpuTime");
    }

    private PerThread ask(String operation) {
        if (prefix.isEmpty()) return new PerThread(Map.of());
        try {
            long[] ids = jmx.getAttribute(THREADS, "AllThreadIds");
            CompositeData[] infos = (CompositeData[]) invoke("getThreadInfo", ids);
            long[] wanted = Arrays.stream(infos)
                    .filter(Objects::nonNull)
                    .map(ThreadInfo::from)
                    .filter(info -> info.getThreadName().startsWith(prefix))
                    .mapToLong(ThreadInfo::getThreadId)
                    .toArray();
            long[] values = (long[]) invoke(operation, wanted);
            Map<Long, Long> alive = new HashMap<>();
            for (int i = 0; i < wanted.length; i++) if (values[i] >= 0) alive.put(wanted[i], values[i]);
            return new PerThread(alive);
        } catch (JMException e) {
            throw new IllegalStateException("the node's JVM does not report the CPU time of its threads", e);
        } catch (IOException e) {
            throw new UncheckedIOException("JMX connection lost", e);
        }
    }

    private Object invoke(String operation, long[] ids) throws JMException, IOException {
        return jmx.server().invoke(THREADS, operation, new Object[] {ids}, new String[] {"[J"});
    }
}
