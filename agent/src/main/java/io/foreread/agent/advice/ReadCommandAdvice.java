package io.foreread.agent.advice;

import io.foreread.agent.probe.CommandProbe;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.jspecify.annotations.Nullable;

/**
 * {@code ReadCommand.executeLocally(..)} and {@code createResponse(..)}: a read does all of its I/O in these two
 * methods.
 */
public final class ReadCommandAdvice {
    private ReadCommandAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static @Nullable Object onEnter(@Advice.This Object command) {
        return CommandProbe.starts(command instanceof SinglePartitionReadCommand);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    public static void onExit(@Advice.Enter @Nullable Object outer) {
        CommandProbe.ends(outer);
    }
}
