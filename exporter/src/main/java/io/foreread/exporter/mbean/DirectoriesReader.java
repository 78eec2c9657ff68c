package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.thread.DaemonThreads;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Reads the size and the available space of the file systems on which this node's directories are. The system call
 * blocks while a network file system is not reachable, so each directory is read by its own thread. While the previous
 * thread of a directory is blocked, the directory is not read again and its values are absent.
 */
final class DirectoriesReader extends FactReader {
    private static final ObjectName STORAGE = Attributes.name("org.apache.cassandra.db:type=StorageService");
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);
    private static final ThreadFactory THREADS = DaemonThreads.named("foreread-directory-reader");

    private final Function<File, Space> reading;
    private final Duration maxWait;
    private final Map<String, Read> reads = new HashMap<>();

    /** The space of a file system in bytes. Immutable. */
    static final class Space {
        final long size;
        final long available;

        Space(long size, long available) {
            this.size = size;
            this.available = available;
        }

        /** Returns the space of the directory's file system. Both values are 0 if the directory does not exist. */
        static Space of(File directory) {
            return new Space(directory.getTotalSpace(), directory.getUsableSpace());
        }
    }

    /** One read of one directory, on its own thread. */
    private static final class Read implements Runnable {
        final Thread thread = THREADS.newThread(this);
        final String directory;
        final String kind;
        private final Function<File, Space> reading;
        volatile @Nullable Space space;

        Read(String directory, String kind, Function<File, Space> reading) {
            this.directory = directory;
            this.kind = kind;
            this.reading = reading;
        }

        @Override
        public void run() {
            space = reading.apply(new File(directory));
        }
    }

    DirectoriesReader() {
        this(Space::of, MAX_WAIT);
    }

    DirectoriesReader(Function<File, Space> reading, Duration maxWait) {
        super("directories", Refresh.SLOW, Arrays.asList(NodeFacts.FILESYSTEM_SIZE, NodeFacts.FILESYSTEM_AVAILABLE));
        this.reading = reading;
        this.maxWait = maxWait;
    }

    /** The directories of another machine cannot be read. */
    @Override
    boolean readsThisNodeOnly() {
        return true;
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException {
        Attributes storage =
                Attributes.of(connection, STORAGE, "AllDataFileLocations", "CommitLogLocation", "SavedCachesLocation");
        List<Read> started = new ArrayList<>();
        for (String data : storage.required("AllDataFileLocations", String[].class)) start(data, "data", started);
        start(storage.text("CommitLogLocation"), "commitlog", started);
        start(storage.text("SavedCachesLocation"), "saved_caches", started);
        Object hints = ThisNode.configured("getHintsDirectory");
        start(hints == null ? null : hints.toString(), "hints", started);
        await(started);
        for (Read read : started) {
            Space space = read.space;
            if (space == null || space.size == 0) continue;
            sink.emit(NodeFacts.FILESYSTEM_SIZE, space.size, read.directory, read.kind);
            sink.emit(NodeFacts.FILESYSTEM_AVAILABLE, space.available, read.directory, read.kind);
        }
    }

    private void start(@Nullable String directory, String kind, List<Read> started) {
        if (directory == null || directory.isEmpty()) return;
        Read previous = reads.get(kind + ' ' + directory);
        if (previous != null && previous.thread.isAlive()) return;
        Read read = new Read(directory, kind, reading);
        reads.put(kind + ' ' + directory, read);
        started.add(read);
        read.thread.start();
    }

    private void await(List<Read> started) {
        long deadline = System.nanoTime() + maxWait.toNanos();
        try {
            for (Read read : started) {
                long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                // 0 would wait without a limit.
                read.thread.join(Math.max(1, millis));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
