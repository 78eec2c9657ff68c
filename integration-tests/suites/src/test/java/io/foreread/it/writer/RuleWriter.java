package io.foreread.it.writer;

import io.foreread.agent.compaction.AttachedCompactionInputs;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.agent.install.HookInstaller;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.writer.AttachedWriters;
import io.foreread.exporter.recorder.Recorders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ClusteringComparator;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.sstable.metadata.MetadataCollector;
import org.apache.cassandra.io.util.SequentialWriter;
import org.apache.cassandra.io.util.SequentialWriterOption;
import org.apache.cassandra.schema.CompressionParams;

/** A writer of Cassandra in a new directory. The first one weaves the hooks of writers into this JVM. */
final class RuleWriter {
    private static final Set<String> HOOKS = Set.of("chunk-writer", "writer-commit", "compressed-writer");

    static {
        DatabaseDescriptor.clientInitialization();
        List<Hook> hooks = HookCatalog.hooks().stream()
                .filter(hook -> HOOKS.contains(hook.name()))
                .toList();
        try {
            new HookInstaller(ClassLoader.getSystemClassLoader(), Recorders.HOOKS)
                    .install(hooks, hook -> null, RuleInstrumentation.instrumentation);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    final CompressedSequentialWriter writer;
    final int chunkBytes;
    /** The offsets that the post-flush listener has got. */
    final List<Long> flushedOffsets = new ArrayList<>();
    /** Called by the post-flush listener. */
    Runnable onFlush = () -> {};

    private final MetadataCollector metadata;
    private final Path directory;

    private RuleWriter(CompressedSequentialWriter writer, int chunkBytes, MetadataCollector metadata, Path directory) {
        this.writer = writer;
        this.chunkBytes = chunkBytes;
        this.metadata = metadata;
        this.directory = directory;
    }

    /** Sets the state of a node with compress-ahead=on, after each rule has changed it. */
    static void attach() {
        ReadAhead readAhead = ReadAhead.instance();
        readAhead.enabled(true);
        readAhead.mode(ReadAhead.Mode.ON);
        readAhead.budgetBytes(ReadAhead.DEFAULT_BUDGET_BYTES);
        readAhead.compressAhead(ReadAhead.Mode.ON);
        readAhead.compressAheadFlush(false);
        readAhead.spareCores(() -> true);
        Dispatch.to(new AttachedScans(), new AttachedWriters(), new AttachedCompactionInputs(), new AttachedProbes());
    }

    static RuleWriter open(String compressor, int chunkKib) {
        return open(Map.of("class", compressor, "chunk_length_in_kb", String.valueOf(chunkKib)));
    }

    /** Opens a writer whose close is its commit. */
    static RuleWriter openFinishingOnClose(String compressor, int chunkKib) {
        return open(
                Map.of("class", compressor, "chunk_length_in_kb", String.valueOf(chunkKib)),
                SequentialWriterOption.newBuilder().finishOnClose(true).build());
    }

    static RuleWriter open(Map<String, String> compression) {
        return open(compression, SequentialWriterOption.DEFAULT);
    }

    private static RuleWriter open(Map<String, String> compression, SequentialWriterOption option) {
        try {
            Path directory = Files.createTempDirectory("foreread-writer-");
            CompressionParams params = CompressionParams.fromMap(compression);
            // Without an id of the node, 4.0 would initialize its commit log.
            MetadataCollector metadata =
                    new MetadataCollector(new ClusteringComparator(new AbstractType<?>[0]), new UUID(1, 2));
            Constructor<?> constructor = CompressedSequentialWriter.class.getConstructors()[0];
            Class<?>[] types = constructor.getParameterTypes();
            RuleWriter opened = new RuleWriter(
                    (CompressedSequentialWriter) constructor.newInstance(
                            file(directory.resolve("Data.db"), types[0]),
                            file(directory.resolve("CompressionInfo.db"), types[1]),
                            file(directory.resolve("Digest.crc32"), types[2]),
                            option,
                            params,
                            metadata),
                    params.chunkLength(),
                    metadata,
                    directory);
            opened.listen();
            return opened;
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Converts a path to the type that a release takes: String, File, or Cassandra's File of 4.1 and later. */
    private static Object file(Path path, Class<?> type) throws ReflectiveOperationException {
        return type.getConstructor(String.class).newInstance(path.toString());
    }

    private void listen() throws ReflectiveOperationException {
        LongConsumer flushed = ignored -> {
            flushedOffsets.add(writer.getLastFlushOffset());
            onFlush.run();
        };
        Runnable listener = () -> flushed.accept(0);
        for (Method method : SequentialWriter.class.getMethods())
            if (method.getName().equals("setPostFlushListener"))
                method.invoke(writer, method.getParameterTypes()[0] == Runnable.class ? listener : flushed);
    }

    Path data() {
        return directory.resolve("Data.db");
    }

    long fileBytes() {
        return data().toFile().length();
    }

    /** The ratio that the commit has stored for Statistics.db. */
    double compressionRatio() {
        try {
            return ComparedWriters.field(MetadataCollector.class, "compressionRatio")
                    .getDouble(metadata);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Commits the file, and returns the bytes of its components. */
    Map<String, ByteBuffer> finish() {
        writer.prepareToCommit();
        Throwable problem = writer.commit(null);
        if (problem != null) throw new IllegalStateException(problem);
        writer.close();
        return components();
    }

    void abort() {
        Throwable problem = writer.abort(null);
        if (problem != null) throw new IllegalStateException(problem);
        writer.close();
        components();
    }

    /** Reads and deletes the files. */
    Map<String, ByteBuffer> components() {
        Map<String, ByteBuffer> components = new TreeMap<>();
        try {
            for (String name : List.of("Data.db", "CompressionInfo.db", "Digest.crc32")) {
                Path file = directory.resolve(name);
                if (Files.exists(file)) components.put(name, ByteBuffer.wrap(Files.readAllBytes(file)));
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return components;
    }
}
