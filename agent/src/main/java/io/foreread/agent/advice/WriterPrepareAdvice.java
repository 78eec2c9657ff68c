package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.WriterDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.util.SequentialWriter;

/**
 * Woven into methods of a writer that prepare a commit. They fail if a chunk is not written. This advice is on the data
 * path and suppresses no exceptions.
 */
public final class WriterPrepareAdvice {
    private WriterPrepareAdvice() {}

    @Advice.OnMethodEnter
    public static void onEnter(@Advice.This SequentialWriter writer) {
        WriterDispatch.prepare(writer);
    }
}
