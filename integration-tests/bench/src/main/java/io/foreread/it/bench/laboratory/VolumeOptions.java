package io.foreread.it.bench.laboratory;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the emulated volume. */
public final class VolumeOptions {
    @Mixin
    private final VolumeLimitOptions limits = new VolumeLimitOptions();

    @Option(
            names = "--readahead-kb",
            paramLabel = "KB",
            description = "Kernel readahead, a multiple of 4. Default: 4, as for nodes that are tuned for point reads")
    private @Nullable Integer readAheadKib;

    /** @throws IllegalArgumentException if an option is wrong; the message contains the option and its valid values */
    public VolumeSpec volume() {
        return limits.volume(readAheadKib);
    }
}
