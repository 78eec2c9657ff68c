package io.foreread.it.bench.load;

import io.foreread.it.fixture.NodeJmx;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.ObjectName;

/**
 * CPU of a node, as the kernel counts it.
 *
 * @param pid of the node
 */
public record NodeCpu(long pid) {
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final ObjectName COMPILATION = NodeJmx.name("java.lang:type=Compilation");
    /** Of a core, spent compiling. */
    private static final double STEADY = 0.01;

    /** One may be short of work by chance. */
    private static final int STEADY_WINDOWS = 2;

    private static final int MAX_WINDOWS = 48;

    public PerThread nanos() {
        return ProcessCpu.nanos(pid);
    }

    /** While nothing is done for so long. */
    public double perNano(long nanos) {
        long start = System.nanoTime();
        PerThread before = nanos();
        pause(nanos);
        return (double) nanos().since(before) / (System.nanoTime() - start);
    }

    public double millisPerSecond() {
        return perNano(WINDOW_NANOS) * 1000;
    }

    /**
     * Waits until the node's JVM has compiled what requests come to. Before that the compiler fills a core for a minute
     * or more: requests wait for a core in any case, and the wait would be attributed to what is measured.
     *
     * @return the node's CPU then
     */
    public double steadyMillisPerSecond(NodeJmx jmx) {
        return steadyMillisPerSecond(jmx, () -> pause(WINDOW_NANOS));
    }

    /** @param window done again and again meanwhile, some seconds long: it is compiled too then */
    public double steadyMillisPerSecond(NodeJmx jmx, Runnable window) {
        double perSecond = 0;
        int steady = 0;
        for (int i = 0; i < MAX_WINDOWS && steady < STEADY_WINDOWS; i++) {
            long compiledMillis = compilationMillis(jmx);
            PerThread before = nanos();
            long startNanos = System.nanoTime();
            window.run();
            long windowNanos = System.nanoTime() - startNanos;
            perSecond = 1000.0 * nanos().since(before) / windowNanos;
            steady = (compilationMillis(jmx) - compiledMillis) * 1e6 < STEADY * windowNanos ? steady + 1 : 0;
        }
        return perSecond;
    }

    private static long compilationMillis(NodeJmx jmx) {
        return jmx.getAttribute(COMPILATION, "TotalCompilationTime");
    }

    public static void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) LockSupport.parkNanos(left);
    }
}
