package io.foreread.it.contract;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.cassandra.io.util.RandomAccessReader;

/** The result of one call of a reader: a value, or an exception with all its causes. */
final class Outcome {
    /** One call of a reader. */
    interface Step {
        Object call(RandomAccessReader reader) throws IOException;
    }

    final String failure;
    private final Object value;

    private Outcome(Object value, String failure) {
        this.value = value;
        this.failure = failure;
    }

    static Outcome of(Step step, RandomAccessReader reader) {
        try {
            return new Outcome(step.call(reader), null);
        } catch (Exception | Error e) {
            return new Outcome(null, describe(e));
        }
    }

    boolean sameAs(Outcome other) {
        return Objects.equals(failure, other.failure) && Objects.deepEquals(value, other.value);
    }

    /**
     * Whether the failures differ because a chunk that is stored uncompressed is too long according to a damaged
     * CompressionInfo.db. Stock readers then fail at the limit of their buffer, and Foreread reports corruption. In no
     * other case are the failures of the two readers allowed to differ.
     */
    boolean reportsCorruptionInsteadOf(Outcome stock) {
        return IllegalArgumentException.class.getName().equals(stock.failure)
                && failure != null
                && failure.contains("CorruptBlockException");
    }

    /**
     * Describes an exception with its causes. Messages of Cassandra's exceptions contain file and chunk, and must be
     * equal. Messages of other exceptions are left out, because those of a codec can contain a buffer position. The
     * stock mmap reader wraps the exception for a corrupt chunk in another exception with the same class and message.
     * Such a pair is described once.
     */
    private static String describe(Throwable failure) {
        List<String> chain = new ArrayList<>();
        for (Throwable e = failure; e != null; e = e.getCause()) {
            String type = e.getClass().getName();
            String link = type.startsWith("org.apache.cassandra.") ? type + " (" + e.getMessage() + ")" : type;
            if (chain.isEmpty() || !chain.get(chain.size() - 1).equals(link)) chain.add(link);
        }
        return String.join(", caused by ", chain);
    }

    @Override
    public String toString() {
        if (failure != null) return failure;
        if (!(value instanceof byte[])) return String.valueOf(value);
        byte[] bytes = (byte[]) value;
        return bytes.length + " bytes with hash " + Arrays.hashCode(bytes);
    }
}
