package io.foreread.agent.readahead;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the CPU limit of the control group of this process, such as systemd's CPUQuota or the limit of a container.
 * Both versions of control groups are supported. The limit is more exact than {@code availableProcessors},
 * which rounds it up: 1.5 cores become two.
 */
final class CpuQuota {
    private final File groups;
    private final File mount;

    /**
     * @param groups file with the groups of the process, such as /proc/self/cgroup
     * @param mount the directory where control groups are mounted, such as /sys/fs/cgroup
     */
    CpuQuota(File groups, File mount) {
        this.groups = groups;
        this.mount = mount;
    }

    static CpuQuota ofThisProcess() {
        return new CpuQuota(new File("/proc/self/cgroup"), new File("/sys/fs/cgroup"));
    }

    /**
     * Returns the limit in cores, possibly a fraction; infinite if there is no limit or the limit is unknown. Ignores
     * files that cannot be read or have an unknown format.
     */
    double cores() {
        double min = Double.POSITIVE_INFINITY;
        for (String line : lines(groups)) {
            // hierarchy:controllers:path (cgroups(7))
            String[] words = line.split(":", 3);
            if (words.length < 3) continue;
            if (words[1].isEmpty()) min = Math.min(min, min(mount, words[2], CpuQuota::v2));
            else if (Arrays.asList(words[1].split(",")).contains("cpu"))
                min = Math.min(min, min(new File(mount, "cpu"), words[2], CpuQuota::v1));
        }
        return min;
    }

    private interface Limit {
        double of(File group);
    }

    /**
     * Returns the lowest limit of the group and its parents. In a container, the path can be a path of the host, which
     * the container does not have. Then the mount point itself is the group of the container.
     */
    private static double min(File mount, String path, Limit limit) {
        File group = new File(mount, path);
        double min = limit.of(group);
        while (!group.equals(mount)) {
            group = group.getParentFile();
            min = Math.min(min, limit.of(group));
        }
        return min;
    }

    /** The root group of a host has no limit, and therefore no file {@code cpu.max}. */
    private static double v2(File group) {
        List<String> max = lines(new File(group, "cpu.max"));
        String[] quotaAndPeriod =
                max.isEmpty() ? new String[0] : max.get(0).trim().split(" ");
        if (quotaAndPeriod.length < 2 || quotaAndPeriod[0].equals("max")) return Double.POSITIVE_INFINITY;
        return cores(quotaAndPeriod[0], quotaAndPeriod[1]);
    }

    private static double v1(File group) {
        List<String> quota = lines(new File(group, "cpu.cfs_quota_us"));
        List<String> period = lines(new File(group, "cpu.cfs_period_us"));
        return quota.isEmpty() || period.isEmpty() ? Double.POSITIVE_INFINITY : cores(quota.get(0), period.get(0));
    }

    private static double cores(String quotaMicros, String periodMicros) {
        try {
            double quota = Long.parseLong(quotaMicros.trim());
            long period = Long.parseLong(periodMicros.trim());
            // -1 is no limit in version 1.
            return quota <= 0 ? Double.POSITIVE_INFINITY : quota / period;
        } catch (NumberFormatException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** Returns no lines if the file does not exist or cannot be read. */
    private static List<String> lines(File file) {
        List<String> lines = new ArrayList<>();
        if (!file.exists()) return lines;
        // Not java.nio.file: on an interrupted thread its channels throw ClosedByInterruptException.
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(new FileInputStream(file), StandardCharsets.US_ASCII))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) lines.add(line);
        } catch (IOException e) {
            return new ArrayList<>();
        }
        return lines;
    }
}
