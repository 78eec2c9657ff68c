package io.foreread.agent.command.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Determines the kernel readahead of the devices with sstables. */
final class ReadaheadCheck implements Check {
    private static final String NAME = "kernel readahead";
    /** With this readahead or more, the kernel merges most sequential reads itself. */
    private static final long LARGE_KIB = 128;

    @Override
    public Finding of(CheckedNode node) {
        Map<String, Long> known = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        for (Path directory : node.dataDirectories()) {
            try {
                BlockDevice device = BlockDevice.of(directory);
                Long kib = device.readaheadKib(node.sysfs());
                if (kib == null) unknown.add(device.toString());
                else known.put(device.toString(), kib);
            } catch (IOException e) {
                unknown.add(directory + ": " + e.getMessage());
            }
        }
        List<String> values = new ArrayList<>();
        known.forEach((device, kib) -> values.add(kib + " KiB on " + device));
        for (String device : unknown) values.add("unknown on " + device);
        String value = values.isEmpty() ? "no data directory" : String.join(", ", values);
        if (known.containsValue(0L))
            return new Finding(
                    NAME,
                    value,
                    Verdict.DOES_NOTHING,
                    "With 0 KiB, Linux reads everything in pages of 4 KiB, for Foreread too. Set at least one page:"
                            + " blockdev --setra 8 DEVICE.");
        if (!unknown.isEmpty() || known.isEmpty())
            return new Finding(
                    NAME,
                    value,
                    Verdict.UNKNOWN,
                    "No block device is visible for a data directory, as with overlay, tmpfs and network file systems."
                            + " Run blockdev --getra for the device that holds the directory.");
        if (known.values().stream().allMatch(kib -> kib >= LARGE_KIB))
            return new Finding(
                    NAME,
                    value,
                    Verdict.HELPS_LITTLE,
                    "With " + LARGE_KIB + " KiB or more the kernel merges most sequential reads itself, so the gain is"
                            + " small. Nodes that are tuned for point reads have 4 to 16 KiB and gain most.");
        return new Finding(
                NAME,
                value,
                Verdict.HELPS,
                known.values().stream().anyMatch(kib -> kib >= LARGE_KIB)
                        ? "Sstables on devices with less than " + LARGE_KIB + " KiB gain most. With " + LARGE_KIB
                                + " KiB or more the kernel merges most sequential reads itself."
                        : "The kernel merges few sequential reads, so larger reads save most requests.");
    }
}
