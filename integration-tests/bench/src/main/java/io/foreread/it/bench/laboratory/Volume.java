package io.foreread.it.bench.laboratory;

import io.foreread.it.fixture.DeviceStats;
import io.foreread.it.fixture.LoopVolume;
import io.foreread.it.fixture.ReadLimit;
import io.foreread.it.fixture.Shell;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The emulated volume: a file system, and read limits that apply to selected processes. */
public final class Volume implements AutoCloseable {
    private final VolumeSpec spec;
    private final LoopVolume loop;
    private final DeviceStats device;
    private final @Nullable ReadLimit limit;

    private Volume(VolumeSpec spec, LoopVolume loop, DeviceStats device, @Nullable ReadLimit limit) {
        this.spec = spec;
        this.loop = loop;
        this.device = device;
        this.limit = limit;
    }

    /**
     * @throws IllegalStateException if this machine cannot emulate the volume; the message says why and what to do
     */
    public static void check(VolumeSpec spec) {
        if (!Shell.isRoot())
            throw new IllegalStateException(
                    "an emulated volume needs root (loop device, control group, page cache): run it with sudo");
        if (spec.latencyMillis() > 0 && !LoopVolume.canDelay())
            throw new IllegalStateException(
                    "a latency needs dm-delay or nbdkit, and this machine has neither: install dmsetup"
                            + " and modprobe dm-delay, or install nbdkit and libnbd-bin (apt-get install nbdkit libnbd-bin), or"
                            + " use a volume without latency (--preset gp3-256)");
    }

    public static Volume create(VolumeSpec spec, Path directory, long bytes) {
        LoopVolume loop = LoopVolume.create(directory, bytes, spec.readAheadKib(), spec.latencyMillis());
        try {
            DeviceStats device = DeviceStats.below(loop.mountPoint())
                    .orElseThrow(() -> new IllegalStateException("the kernel does not count the reads of "
                            + loop.device() + ": /sys/dev/block is not visible"));
            @Nullable
            ReadLimit limit = spec.isLimited()
                    ? ReadLimit.of(device.number(), spec.iops(), (long) spec.mibPerSecond() << 20)
                    : null;
            return new Volume(spec, loop, device, limit);
        } catch (RuntimeException e) {
            loop.close();
            throw e;
        }
    }

    public VolumeSpec spec() {
        return spec;
    }

    /**
     * Changes the kernel readahead. Files that are already open keep the previous one.
     *
     * @param kib a multiple of 4
     */
    public void setReadAhead(int kib) {
        loop.setReadAhead(kib);
    }

    public Path directory() {
        return loop.mountPoint();
    }

    public DeviceStats device() {
        return device;
    }

    /** Applies the limits to a process. */
    public void limit(long pid) {
        if (limit != null) limit.apply(pid);
    }

    /** Returns a command that runs the given command with the limits. */
    public String[] limited(String... command) {
        return limit == null ? command : limit.command(command);
    }

    @Override
    public void close() {
        if (limit != null) limit.close();
        loop.close();
    }
}
