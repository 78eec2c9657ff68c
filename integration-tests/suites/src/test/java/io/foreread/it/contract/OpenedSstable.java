package io.foreread.it.contract;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.tools.SSTableExport;
import org.apache.cassandra.tools.Util;
import org.jspecify.annotations.Nullable;

/** An sstable that is opened as the offline tools of Cassandra open it, without a node. */
final class OpenedSstable implements AutoCloseable {
    /** Cassandra 4.0 and later open an sstable with a reference to the metadata of its table. */
    private static final @Nullable Class<?> REFERENCE =
            Release.typeOrNull("org.apache.cassandra.schema.TableMetadataRef");

    static {
        initializeClusterMetadata();
    }

    private final SSTableReader sstable;
    private final FileHandle data;

    /**
     * @param data the handle of Data.db, which replaces the original handle of {@code sstable}; the original handle would
     *     use the chunk cache if there is one
     */
    private OpenedSstable(SSTableReader sstable, FileHandle data) {
        this.sstable = sstable;
        this.data = data;
    }

    interface Body {
        void check(SSTableReader sstable) throws Exception;
    }

    static void with(String table, Body body) throws Exception {
        Cases.run(() -> {
            try (OpenedSstable opened = of(RuleFiles.named(table))) {
                body.check(opened.sstable);
            }
        });
    }

    /** Skips a rule about scans without the partition index, on releases without such scans. */
    static void assumeScansWithoutIndex() {
        assumeFalse(
                Release.NATIVE,
                "scans of this release are opened by openDataReaderForScan, and use the partition index");
    }

    static OpenedSstable of(SstableFile file) throws ReflectiveOperationException {
        return of(file, file);
    }

    /** @param opened the file whose Data.db is read instead of that of {@code file}, such as a damaged copy */
    static OpenedSstable of(SstableFile file, SstableFile opened) throws ReflectiveOperationException {
        Descriptor descriptor = Release.descriptor(file.data());
        Object metadata = metadata(descriptor);
        Method open = method(
                SSTableReader.class,
                "openNoValidation",
                parameters -> parameters[parameters.length - 1].isInstance(metadata));
        // From 5.0 on, the first parameter is the owner of the sstable, which can be null.
        SSTableReader sstable = (SSTableReader)
                (open.getParameterCount() == 2
                        ? open.invoke(null, descriptor, metadata)
                        : open.invoke(null, null, descriptor, metadata));
        FileHandle data = Release.open(opened, Mode.STANDARD, 1.0);
        set(sstable, "dfile", data);
        return new OpenedSstable(sstable, data);
    }

    /** Returns the metadata of the table as the sstable contains it. */
    private static Object metadata(Descriptor descriptor) throws ReflectiveOperationException {
        Class<?> tools = REFERENCE == null ? SSTableExport.class : Util.class;
        Object metadata =
                tools.getMethod("metadataFromSSTable", Descriptor.class).invoke(null, descriptor);
        return REFERENCE == null
                ? metadata
                : method(REFERENCE, "forOfflineTools", parameters -> true).invoke(null, metadata);
    }

    private static Method method(Class<?> type, String name, Predicate<Class<?>[]> parameters) {
        return Stream.of(type.getMethods())
                .filter(method -> method.getName().equals(name) && parameters.test(method.getParameterTypes()))
                .findFirst()
                .get();
    }

    SSTableReader sstable() {
        return sstable;
    }

    /** Sets a field of the sstable's class or of a superclass. */
    static void set(SSTableReader sstable, String field, Object value) throws ReflectiveOperationException {
        field(sstable.getClass(), field).set(sstable, value);
    }

    static DecoratedKey firstKey(SSTableReader sstable) {
        return key(sstable, "first");
    }

    static DecoratedKey lastKey(SSTableReader sstable) {
        return key(sstable, "last");
    }

    private static DecoratedKey key(SSTableReader sstable, String field) {
        try {
            return (DecoratedKey) field(sstable.getClass(), field).get(sstable);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass())
            for (Field field : declaring.getDeclaredFields())
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
        throw new NoSuchFieldException(name + " in " + type);
    }

    static RandomAccessReader openIndexReader(SSTableReader sstable) throws ReflectiveOperationException {
        return (RandomAccessReader)
                sstable.getClass().getMethod("openIndexReader").invoke(sstable);
    }

    /** From 6.0 on, the metadata of a table refers to the metadata of the cluster. */
    private static void initializeClusterMetadata() {
        Class<?> service = Release.typeOrNull("org.apache.cassandra.tcm.ClusterMetadataService");
        if (service == null) return;
        try {
            service.getMethod("initializeForTools", boolean.class).invoke(null, false);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Closes the sstable, and waits for the thread in which Cassandra completes this. Until then, another attempt to open
     * the same sstable fails with an AssertionError at random.
     */
    @Override
    public void close() {
        data.close();
        sstable.selfRef().release();
        LifecycleTransaction.waitForDeletions();
    }
}
