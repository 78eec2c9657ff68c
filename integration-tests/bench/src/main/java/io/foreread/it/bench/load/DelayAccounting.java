package io.foreread.it.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Enables the kernel's delay accounting, which measures how long threads wait for block devices. It is usually disabled.
 * {@link #open} enables it for the whole machine until {@link #close}. Needs root.
 */
public final class DelayAccounting implements AutoCloseable {
    private static final Path SWITCH = Path.of("/proc/sys/kernel/task_delayacct");

    private final boolean on;
    /** The shutdown hook that disables delay accounting; null if {@link #open} did not enable it. */
    private final @Nullable Thread restore;

    private DelayAccounting(boolean on, boolean byUs) {
        this.on = on;
        if (!byUs) {
            restore = null;
            return;
        }
        restore = new Thread(DelayAccounting::switchOff, "foreread-delay-accounting");
        Runtime.getRuntime().addShutdownHook(restore);
    }

    public static DelayAccounting open() {
        try {
            if (!Files.isReadable(SWITCH)) return new DelayAccounting(false, false);
            if (Files.readString(SWITCH).trim().equals("1")) return new DelayAccounting(true, false);
            Files.writeString(SWITCH, "1");
            return new DelayAccounting(true, true);
        } catch (IOException notRoot) {
            return new DelayAccounting(false, false);
        }
    }

    /** Returns whether {@link ThreadTimes#blockedMillis} is available. */
    public boolean isOn() {
        return on;
    }

    @Override
    public void close() {
        if (restore == null) return;
        switchOff();
        try {
            Runtime.getRuntime().removeShutdownHook(restore);
        } catch (IllegalStateException ignored) {
            // The JVM is shutting down, and its shutdown hook disables delay accounting.
        }
    }

    private static void switchOff() {
        try {
            Files.writeString(SWITCH, "0");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot disable delay accounting, run: echo 0 > " + SWITCH, e);
        }
    }
}
