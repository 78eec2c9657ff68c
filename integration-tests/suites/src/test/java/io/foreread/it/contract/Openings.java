package io.foreread.it.contract;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import java.lang.reflect.Field;
import java.util.function.Supplier;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.Rebufferer;

/** Opens Foreread's readers and inspects them. */
final class Openings {
    private Openings() {}

    static RandomAccessReader full(FileHandle file) {
        return limited(file, null, file::createReader);
    }

    static RandomAccessReader limited(FileHandle file, RateLimiter limiter, Supplier<RandomAccessReader> original) {
        return ReadAheadReaders.open(file, true, Pattern.FULL, limiter, Release.NATIVE, original);
    }

    /** The rebufferer of a reader. */
    static Rebufferer rebufferer(RandomAccessReader reader) throws ReflectiveOperationException {
        Field field = RandomAccessReader.class.getDeclaredField("rebufferer");
        field.setAccessible(true);
        return (Rebufferer) field.get(reader);
    }

    /** The simple name of the rebufferer's class, such as {@code ReadAheadRebufferer}. */
    static String kind(RandomAccessReader reader) throws ReflectiveOperationException {
        return rebufferer(reader).getClass().getSimpleName();
    }
}
