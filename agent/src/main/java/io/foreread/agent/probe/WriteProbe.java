package io.foreread.agent.probe;

import io.foreread.exporter.recorder.Recorders;

/**
 * Records what any thread writes to Data.db files, and charges it to the operation of the thread. It is called thousands of
 * times per second, so it does not allocate, lock or log.
 */
public final class WriteProbe {
    private static final HookSwitch COMPRESSED = HookSwitch.of(HookNames.COMPRESSED_WRITER);
    private static final HookSwitch PLAIN = HookSwitch.of(HookNames.SEQUENTIAL_WRITER);

    private WriteProbe() {}

    /** @return a start time for {@link #chunkWritten}, or 0 if the hook is switched off */
    public static long chunkWriteStarts() {
        return COMPRESSED.on ? System.nanoTime() : 0;
    }

    /** Records a chunk of a compressed Data.db that the current thread has compressed and written. */
    public static void chunkWritten(long bytes, long startNanos) {
        if (startNanos == 0 || bytes <= 0) return;
        Recorders.WRITES.wrote(bytes, System.nanoTime() - startNanos);
        Recorders.COMPACTIONS.wrote(bytes);
    }

    /** Counts bytes that the current thread writes to an uncompressed Data.db. Bytes of other components do not count. */
    public static void wrote(String path, long bytes) {
        if (PLAIN.on && bytes > 0 && path.endsWith("-Data.db")) Recorders.COMPACTIONS.wrote(bytes);
    }
}
