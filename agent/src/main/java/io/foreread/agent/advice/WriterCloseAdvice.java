package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.WriterDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.util.SequentialWriter;

/**
 * Woven into {@code void SequentialWriter.close()}. Ends compressing ahead before the memory is freed. This advice is on
 * the data path and suppresses no exceptions.
 */
public final class WriterCloseAdvice {
    private WriterCloseAdvice() {}

    @Advice.OnMethodEnter
    public static void onEnter(@Advice.This SequentialWriter writer) {
        WriterDispatch.close(writer);
    }
}
