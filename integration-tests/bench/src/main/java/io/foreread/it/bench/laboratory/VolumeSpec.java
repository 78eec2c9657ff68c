package io.foreread.it.bench.laboratory;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A volume to emulate.
 *
 * @param name the name of the preset, or {@code custom}
 * @param iops limit of read requests per second; 0 for no limit
 * @param mibPerSecond limit of MiB read per second; 0 for no limit
 * @param latencyMillis milliseconds by which each read request is delayed
 * @param readAheadKib kernel readahead of the device
 * @param hot whether the sstables are in the page cache, so that the device is not read
 */
public record VolumeSpec(String name, int iops, int mibPerSecond, int latencyMillis, int readAheadKib, boolean hot) {
    public static final String DEFAULT_PRESET = "gp3-256";

    private static final int TUNED_READ_AHEAD_KIB = 4;

    private static final VolumeSpec[] PRESETS = {
        preset("gp3", 3000, 125, 0, false),
        preset("gp3-256", 3000, 256, 0, false),
        preset("io2", 16_000, 1000, 0, false),
        // The emulation delays each request as a seek does. A real disk does not seek between sequential requests.
        preset("hdd", 0, 160, 4, false),
        preset("nvme", 0, 0, 0, true),
    };

    private static VolumeSpec preset(String name, int iops, int mibPerSecond, int latencyMillis, boolean hot) {
        return new VolumeSpec(name, iops, mibPerSecond, latencyMillis, TUNED_READ_AHEAD_KIB, hot);
    }

    /**
     * Each argument is null if its option was not given.
     *
     * @throws IllegalArgumentException the message contains the option and its valid values
     */
    public static VolumeSpec of(
            @Nullable String preset,
            @Nullable Integer iops,
            @Nullable Integer mibPerSecond,
            @Nullable Integer latencyMillis,
            @Nullable Integer readAheadKib) {
        boolean custom = iops != null || mibPerSecond != null || latencyMillis != null;
        if (custom && preset != null)
            throw new IllegalArgumentException(
                    "--preset and --iops, --mib-per-second, --latency-ms exclude each other");
        VolumeSpec named = preset(preset == null ? DEFAULT_PRESET : preset);
        int readAhead = readAheadKib == null ? named.readAheadKib : readAheadKib;
        if (readAhead < 4 || readAhead % 4 != 0)
            throw new IllegalArgumentException("--readahead-kb: " + readAhead + " is not a multiple of 4");
        if (!custom)
            return new VolumeSpec(
                    named.name, named.iops, named.mibPerSecond, named.latencyMillis, readAhead, named.hot);
        return new VolumeSpec(
                "custom",
                atLeast("--iops", iops, 1),
                atLeast("--mib-per-second", mibPerSecond, 1),
                atLeast("--latency-ms", latencyMillis, 0),
                readAhead,
                false);
    }

    private static VolumeSpec preset(String name) {
        return Arrays.stream(PRESETS)
                .filter(preset -> preset.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--preset: '" + name + "' is none of "
                        + String.join(
                                ", ",
                                Arrays.stream(PRESETS).map(VolumeSpec::name).toList())));
    }

    /** Returns 0, which means no limit, if the option was not given. */
    private static int atLeast(String option, @Nullable Integer value, int least) {
        if (value == null) return 0;
        if (value < least) throw new IllegalArgumentException(option + ": " + value + " is less than " + least);
        return value;
    }

    public boolean isLimited() {
        return iops > 0 || mibPerSecond > 0;
    }

    /** The text for reports. */
    public String words() {
        return limitWords() + ", kernel readahead " + readAheadKib + " KiB"
                + (hot ? ", page cache hot" : ", page cache cold");
    }

    /** The name and the limits, as text for reports. */
    public String limitWords() {
        String text = name + ": ";
        if (!isLimited()) text += "no limit";
        else
            text += (iops > 0 ? String.format(Locale.ROOT, "%,d IOPS", iops) : "any IOPS") + ", "
                    + (mibPerSecond > 0 ? mibPerSecond + " MiB/s" : "any MiB/s");
        if (latencyMillis > 0) text += ", " + latencyMillis + " ms a request";
        return text;
    }
}
