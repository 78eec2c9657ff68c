package io.foreread.agent.reader.shape;

import java.lang.reflect.Constructor;
import org.apache.cassandra.io.sstable.CorruptSSTableException;

/**
 * Creates Cassandra's own exception for an sstable that cannot be read. Early 3.11 releases declare its constructor
 * with {@code (Exception, String)}, later releases with {@code (Throwable, String)}. A direct call would link with one
 * of these constructors only, and would throw a NoSuchMethodError on the other releases.
 */
public final class CorruptSstables {
    private static final Constructor<CorruptSSTableException> CONSTRUCTOR = constructor();

    private CorruptSstables() {}

    /** @param path of the file that is named in the message */
    public static CorruptSSTableException exception(Exception cause, String path) {
        try {
            return CONSTRUCTOR.newInstance(cause, path);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(cause);
        }
    }

    private static Constructor<CorruptSSTableException> constructor() {
        for (Class<?> causeType : new Class<?>[] {Throwable.class, Exception.class}) {
            try {
                return CorruptSSTableException.class.getConstructor(causeType, String.class);
            } catch (NoSuchMethodException ignored) {
                // The release has the other constructor.
            }
        }
        throw new NoSuchMethodError("CorruptSSTableException(Throwable, String)");
    }
}
