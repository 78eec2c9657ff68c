package io.foreread.it.contract;

import com.google.common.collect.ImmutableList;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.OpenScans;
import io.foreread.agent.readahead.ReadAhead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** The sstables that the rules read in the JVM of a release. System properties contain the paths of their directories. */
final class RuleFiles {
    static final String HOOK = "rules";
    private static final long MUCH_BYTES = 100L << 20;
    private static final Map<String, SstableFile> FILES = new LinkedHashMap<>();

    static {
        DatabaseDescriptor.toolInitialization();
        for (SstableFile file : SstableFile.in(directory("foreread.rules.keyspace"))) FILES.put(file.name(), file);
    }

    private RuleFiles() {}

    /** @param name the name of the table, with hyphens instead of underscores */
    static SstableFile named(String name) {
        SstableFile file = FILES.get(name);
        // 3.11 stores the output of a compressor even if it is longer than the chunk.
        if (file == null && !Release.RAW_CHUNKS && name.matches("(raw|exact)-.*"))
            throw new TestAbortedException("this release stores no chunk uncompressed in a compressed file");
        if (file == null) throw new IllegalArgumentException("no sstable " + name + " among " + FILES.keySet());
        return file;
    }

    /** @return the larger files, which rules with the tag matrix read */
    static List<SstableFile> matrix() {
        return SstableFile.in(directory("foreread.matrix.keyspace"));
    }

    /** @return the file of the matrix with the most data */
    static SstableFile large() {
        return matrix().stream()
                .filter(file -> file.name().startsWith("lz4-16"))
                .findFirst()
                .get();
    }

    /** @return a directory on a device with a kernel readahead of 4 KiB; null if there is none */
    static @Nullable Path volume() {
        String volume = System.getProperty("foreread.rules.volume");
        return volume == null ? null : Paths.get(volume);
    }

    static List<SstableFile> all() {
        return ImmutableList.copyOf(FILES.values());
    }

    /** The files that benefit from read-ahead with the default block size. */
    static List<SstableFile> benefiting() {
        return FILES.values().stream().filter(Readings::benefitsFromReadAhead).collect(Collectors.toList());
    }

    /** Creates a new directory, because several JVMs can run at the same time. */
    static Path scratch() {
        try {
            return Files.createTempDirectory(directory("foreread.rules.scratch"), "rule-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Resets static state of the reader. Mutants run one after another in the same JVM, and can leave wrong values. */
    static void reset() throws ReflectiveOperationException {
        BlockPool pool = ReadAhead.instance().pool();
        for (String counter : ImmutableList.of("bytesInUse", "blocksInUse", "rangeReadBytes", "slabCapacityBytes"))
            field(counter).setLong(pool, 0);
        field("pendingScans").setInt(pool, 0);
        for (String slabs : ImmutableList.of("slabs", "dropped"))
            ((List<?>) field(slabs).get(pool)).clear();
        pool.keepsIdle(true);
        OpenScans scans = ReadAhead.instance().openScans();
        scanField("refusing").setBoolean(scans, false);
        ((AtomicInteger) scanField("opening").get(scans)).set(0);
        ((Set<?>) scanField("registrations").get(scans)).clear();
        HookSwitch.of(HOOK).on = true;
        freeDirectMemory();
    }

    /** Runs the garbage collector, because a previous test can have used up the direct memory. */
    private static void freeDirectMemory() {
        BufferPoolMXBean direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .get();
        for (int i = 0; i < 100 && direct.getMemoryUsed() > MUCH_BYTES; i++) {
            System.gc();
            LockSupport.parkNanos(10_000_000);
        }
    }

    private static Field scanField(String name) throws NoSuchFieldException {
        Field field = OpenScans.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static Field field(String name) throws NoSuchFieldException {
        Field field = BlockPool.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static Path directory(String property) {
        return Paths.get(System.getProperty(property));
    }
}
