package io.foreread.agent.command.check;

import io.foreread.agent.readahead.ReadAhead;
import java.util.Locale;

/** Determines how Cassandra reads Data.db ({@code disk_access_mode}), and whether its native read-ahead has an effect. */
final class DiskAccessCheck implements Check {
    private static final String NAME = "disk_access_mode";
    private static final String ALSO =
            " Foreread reads ahead for uncompressed sstables, scrub, nodetool verify and index builds, and exports"
                    + " metrics.";

    @Override
    public Finding of(CheckedNode node) {
        String configured = node.yaml().text(NAME);
        String mode = configured == null ? "auto" : configured.toLowerCase(Locale.ROOT);
        boolean mapped = isMapped(mode, node);
        String value =
                (configured == null ? "not set" : mode) + ", " + (mapped ? "Data.db mapped" : "Data.db not mapped");
        if (!node.hasNativeReadAhead())
            return new Finding(
                    NAME,
                    value,
                    Verdict.HELPS,
                    mapped
                            ? "Cassandra reads Data.db by page faults, which read 4 KiB each without kernel readahead."
                            : "Cassandra reads Data.db one chunk at a time, and uncompressed sstables in 4 to 64 KiB.");
        String direct = node.yaml().text("compaction_read_disk_access_mode");
        if (direct != null && direct.equalsIgnoreCase("direct"))
            return new Finding(
                    NAME,
                    value + ", compactions use direct I/O",
                    Verdict.HELPS_LITTLE,
                    "Compactions use Cassandra's own direct I/O, which Foreread does not replace." + ALSO);
        if (mapped)
            return new Finding(
                    NAME,
                    value,
                    Verdict.HELPS,
                    "The native read-ahead has no effect on mapped files. Foreread reads ahead in its place.");
        if (ChunkCacheCheck.isOn(node))
            return new Finding(
                    NAME,
                    value,
                    Verdict.HELPS,
                    "The native read-ahead has no effect with the chunk cache. Foreread reads ahead in its place.");
        if (node.agent().readAhead().mode() == ReadAhead.Mode.ON)
            return new Finding(
                    NAME,
                    value,
                    Verdict.HELPS_LITTLE,
                    "The native read-ahead has an effect. With read-ahead: on, Foreread reads ahead in its place, in blocks"
                            + " of the same size by default.");
        return new Finding(
                NAME,
                value,
                Verdict.HELPS_LITTLE,
                "The native read-ahead has an effect, so Foreread leaves compactions and range reads to it." + ALSO);
    }

    /** Whether Cassandra maps Data.db in this mode, on a 64-bit JVM. */
    private static boolean isMapped(String mode, CheckedNode node) {
        if (mode.equals("mmap") || mode.equals("legacy")) return true;
        // From 5.0 on, auto is mmap_index_only.
        return mode.equals("auto") && !node.isAtLeast(5);
    }
}
