package io.foreread.agent.probe;

import io.foreread.exporter.recorder.Component;
import io.foreread.exporter.recorder.Recorders;

/**
 * Records reads of files by any thread. It is called thousands of times per second, so it does not allocate, lock or
 * log.
 */
public final class ReadProbe {
    private static final HookSwitch CHANNEL = HookSwitch.of(HookNames.CHANNEL_PROXY);
    private static final HookSwitch MMAP = HookSwitch.of(HookNames.MMAP_CHUNK_READER);

    private ReadProbe() {}

    /** @return a start time for {@link #channelRead}, or 0 if the hook is switched off */
    public static long channelReadStarts() {
        return CHANNEL.on ? System.nanoTime() : 0;
    }

    /** @param bytes bytes read; if the file has ended, they are 0 or -1 and not recorded */
    public static void channelRead(String path, long bytes, long startNanos) {
        if (startNanos == 0 || bytes <= 0) return;
        Component component = Component.ofPath(path);
        if (component != null) Recorders.READS.read(component, bytes, System.nanoTime() - startNanos);
    }

    /** @return a start time for {@link #mmapChunkRead}, or 0 if the hook is switched off */
    public static long mmapChunkReadStarts() {
        return MMAP.on ? System.nanoTime() : 0;
    }

    public static void mmapChunkRead(long uncompressedBytes, long startNanos) {
        if (startNanos != 0) Recorders.READS.mmapChunkAccess(uncompressedBytes, System.nanoTime() - startNanos);
    }
}
