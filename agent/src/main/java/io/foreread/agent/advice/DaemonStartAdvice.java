package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;

/** Woven into {@code void CassandraDaemon.start()}, the last step of the start of a node. */
public final class DaemonStartAdvice {
    private DaemonStartAdvice() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit() {
        ProbeDispatch.daemonStarted();
    }
}
