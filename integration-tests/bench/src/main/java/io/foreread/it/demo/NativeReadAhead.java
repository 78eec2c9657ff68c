package io.foreread.it.demo;

import java.util.Locale;
import java.util.Optional;

/** Creates the line of the report that says which reader served the scans: native read-ahead or Foreread. */
final class NativeReadAhead {
    /**
     * A mean read of at least this size shows that native read-ahead has an effect, because a chunk has only 16 KiB.
     */
    private static final int EFFECTIVE_BYTES = 64 << 10;

    private NativeReadAhead() {}

    /** Returns empty if the release has no native read-ahead and Foreread served scans, which is the usual case. */
    static Optional<String> finding(DemoResult result) {
        DemoMeasurement stock = result.stock();
        DemoMeasurement foreread = result.foreread();
        if (!result.version().hasNativeReadAhead())
            return foreread.forereadScans() > 0
                    ? Optional.empty()
                    : Optional.of("Foreread served no scan in this run: see foreread_hook_status and"
                            + " foreread_fallbacks_total for the reason.");
        if (stock.isMapped())
            return Optional.of(
                    foreread.forereadScans() > 0
                            ? "Cassandra's native reader is in place but without effect under mmap; Foreread takes over."
                            : "Cassandra's native reader is in place but without effect under mmap.");
        if (stock.meanReadBytes() < EFFECTIVE_BYTES)
            return Optional.of(String.format(
                    Locale.ROOT,
                    "Cassandra's native reader is in place but without effect: mean read %.0f KiB; with Foreread"
                            + " %.0f KiB.",
                    stock.meanReadBytes() / 1024,
                    foreread.meanReadBytes() / 1024));
        return Optional.of(String.format(
                Locale.ROOT,
                "Cassandra's native reader is in place and effective: mean read %.0f KiB. %s",
                stock.meanReadBytes() / 1024,
                foreread.forereadScans() > 0
                        ? "Foreread took over nevertheless."
                        : "Foreread stands down and continues to measure."));
    }
}
