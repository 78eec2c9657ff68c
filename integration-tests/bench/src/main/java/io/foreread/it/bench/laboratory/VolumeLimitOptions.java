package io.foreread.it.bench.laboratory;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the emulated volume, except its kernel readahead. */
public final class VolumeLimitOptions {
    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = {
                "The volume: gp3 (3,000 IOPS, 125 MiB/s), gp3-256 (3,000, 256 MiB/s), io2 (16,000, 1,000 MiB/s),",
                "hdd (160 MiB/s, 4 ms per request; needs dm-delay or nbdkit), nvme (no limit, data in the page cache).",
                "Default: " + VolumeSpec.DEFAULT_PRESET
            })
    private @Nullable String preset;

    @Option(names = "--iops", paramLabel = "N", description = "Instead of a preset: limit of read requests per second")
    private @Nullable Integer iops;

    @Option(
            names = "--mib-per-second",
            paramLabel = "MIB",
            description = "Instead of a preset: limit of MiB read per second")
    private @Nullable Integer mibPerSecond;

    @Option(
            names = "--latency-ms",
            paramLabel = "MS",
            description =
                    "Instead of a preset: delay of each read; needs dm-delay or nbdkit (Debian: nbdkit and libnbd-bin)")
    private @Nullable Integer latencyMillis;

    /**
     * @param readAheadKib the kernel readahead; null for the default
     * @throws IllegalArgumentException if an option is wrong; the message contains the option and its valid values
     */
    public VolumeSpec volume(@Nullable Integer readAheadKib) {
        return VolumeSpec.of(preset, iops, mibPerSecond, latencyMillis, readAheadKib);
    }
}
