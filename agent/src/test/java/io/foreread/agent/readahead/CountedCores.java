package io.foreread.agent.readahead;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Spare cores with counters that a test sets. */
abstract class CountedCores {
    static final long SAMPLE_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    double cores;
    double hostIdleNanos = 5e9;
    double ownNanos;
    double aheadNanos;
    int samples;
    Trouble trouble = Trouble.NONE;
    Runnable duringSample = () -> {};
    long nanos = Long.MAX_VALUE - SAMPLE_PERIOD_NANOS;
    final SpareCores spare = new SpareCores(new Counters(), () -> nanos);

    enum Trouble {
        NONE,
        UNREADABLE,
        BROKEN,
        NO_SUCH_MODULE,
        NOT_AVAILABLE
    }

    private final class Counters implements CpuTime {
        @Override
        public long hostIdleNanos() throws IOException {
            samples++;
            duringSample.run();
            if (trouble == Trouble.UNREADABLE) throw new IOException("no such file");
            if (trouble == Trouble.BROKEN) throw new IllegalStateException("broken");
            if (trouble == Trouble.NO_SUCH_MODULE) throw new NoClassDefFoundError("jdk.management");
            return (long) hostIdleNanos;
        }

        @Override
        public long ownNanos() {
            return trouble == Trouble.NOT_AVAILABLE ? -1 : (long) ownNanos;
        }

        @Override
        public long aheadNanos() {
            return (long) aheadNanos;
        }

        @Override
        public double cores() {
            return cores;
        }
    }

    /**
     * Advances the counters by half a second in which {@code hostIdleCores} cores of the host are idle and this process uses
     * {@code ownCores} cores.
     *
     * @return whether the scan thread 1 may then decompress ahead
     */
    boolean after(double hostIdleCores, double ownCores) {
        nanos += SAMPLE_PERIOD_NANOS;
        hostIdleNanos += hostIdleCores * SAMPLE_PERIOD_NANOS;
        ownNanos += ownCores * SAMPLE_PERIOD_NANOS;
        return spare.any(1);
    }
}
