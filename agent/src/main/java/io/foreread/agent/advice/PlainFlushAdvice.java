package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import java.nio.ByteBuffer;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.util.SequentialWriter;

/**
 * Woven into {@code void SequentialWriter.flushData()}, which writes uncompressed Data.db files and all other components.
 * Records the bytes written to Data.db.
 */
public final class PlainFlushAdvice {
    private PlainFlushAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static void onEnter(@Advice.This SequentialWriter writer, @Advice.FieldValue("buffer") ByteBuffer buffer) {
        ProbeDispatch.wrote(writer.getPath(), buffer.position());
    }
}
