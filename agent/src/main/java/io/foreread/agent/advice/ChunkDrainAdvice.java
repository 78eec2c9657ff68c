package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.WriterDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.util.SequentialWriter;

/**
 * Woven into methods of a writer that need all of its chunks in the file. Waits until they are written. This advice is
 * on the data path and suppresses no exceptions.
 */
public final class ChunkDrainAdvice {
    private ChunkDrainAdvice() {}

    @Advice.OnMethodEnter
    public static void onEnter(@Advice.This SequentialWriter writer) {
        WriterDispatch.drain(writer);
    }
}
