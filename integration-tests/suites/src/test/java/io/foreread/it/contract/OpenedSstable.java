package io.foreread.it.contract;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.tools.Util;

/** An sstable that is opened as the offline tools of Cassandra 4.0 and 4.1 open it. */
final class OpenedSstable implements AutoCloseable {
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

    static OpenedSstable of(SstableFile file) throws ReflectiveOperationException {
        return of(file, file);
    }

    /** @param opened the file whose Data.db is read instead of that of {@code file}, such as a damaged copy */
    static OpenedSstable of(SstableFile file, SstableFile opened) throws ReflectiveOperationException {
        Descriptor descriptor = Descriptor.fromFilename(file.data().toString());
        Object table =
                Util.class.getMethod("metadataFromSSTable", Descriptor.class).invoke(null, descriptor);
        Class<?> reference = Class.forName("org.apache.cassandra.schema.TableMetadataRef");
        Method forOffline = Arrays.stream(reference.getMethods())
                .filter(method -> method.getName().equals("forOfflineTools"))
                .findFirst()
                .get();
        SSTableReader sstable = (SSTableReader) SSTableReader.class
                .getMethod("openNoValidation", Descriptor.class, reference)
                .invoke(null, descriptor, forOffline.invoke(null, table));
        FileHandle data = Release.open(opened, Mode.STANDARD, 1.0);
        set(sstable, "dfile", data);
        return new OpenedSstable(sstable, data);
    }

    SSTableReader sstable() {
        return sstable;
    }

    static void set(SSTableReader sstable, String field, Object value) throws ReflectiveOperationException {
        Field found = SSTableReader.class.getDeclaredField(field);
        found.setAccessible(true);
        found.set(sstable, value);
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
