package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.SinglePartitionReadCommand;

/**
 * Woven into {@code ReadCommand.executeLocally(..)} and {@code createResponse(..)}, in which a read does all of its I/O.
 * Records whether the read is a point read or a range read.
 */
public final class ReadCommandAdvice {
    private ReadCommandAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static long onEnter(@Advice.This Object command) {
        return ProbeDispatch.commandStarts(command instanceof SinglePartitionReadCommand);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    public static void onExit(@Advice.Enter long outer) {
        ProbeDispatch.commandEnds(outer);
    }
}
