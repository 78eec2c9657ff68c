package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.WriterDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.util.SequentialWriter;

/**
 * Woven into methods that change what a writer has written. From then on the writer compresses nothing ahead. This
 * advice is on the data path and suppresses no exceptions.
 */
public final class ChunkRetireAdvice {
    private ChunkRetireAdvice() {}

    @Advice.OnMethodEnter
    public static void onEnter(@Advice.This SequentialWriter writer) {
        WriterDispatch.retire(writer);
    }
}
