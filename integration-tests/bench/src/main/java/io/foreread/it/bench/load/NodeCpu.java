package io.foreread.it.bench.load;

import io.foreread.it.fixture.NodeJmx;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.ObjectName;

/**
 * The CPU time of a node according to the kernel.
 *
 * @param pid the process id of the node
 */
public record NodeCpu(long pid) {
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final ObjectName COMPILATION = NodeJmx.name("java.lang:type=Compilation");
    /** The fraction of a core that the JIT compiler can use in a steady state. */
    private static final double STEADY = 0.01;

    /** More than one, because in a single window the JIT compiler can have little work by chance. */
    private static final int STEADY_WINDOWS = 2;

    private static final int MAX_WINDOWS = 48;

    public PerThread nanos() {
        return ProcessCpu.nanos(pid);
    }

    /**
     * Waits and returns the CPU time that the node used in each nanosecond of the wait.
     *
     * @param nanos the duration of the wait
     */
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
     * Waits until the JVM of the node has compiled the code of requests. Before that, the JIT compiler uses a core for a
     * minute or more. Requests would wait for a core, and the measurement would include this wait.
     *
     * @return the milliseconds of CPU time that the node used in each second of the last window
     * @throws IllegalStateException if the JIT compiler does not come to rest
     */
    public double steadyMillisPerSecond(NodeJmx jmx) {
        return steadyMillisPerSecond(jmx, () -> pause(WINDOW_NANOS));
    }

    /** @param window some seconds of work, which is repeated until its code is compiled */
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
        if (steady < STEADY_WINDOWS)
            throw new IllegalStateException(
                    "the node compiles code all the time, so that its clients cannot be measured;"
                            + " run the benchmark again on a machine without other work");
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
