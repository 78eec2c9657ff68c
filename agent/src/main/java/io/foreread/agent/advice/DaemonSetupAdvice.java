package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;

/** Woven into {@code void CassandraDaemon.setup()}, the first step of the start of a node. */
public final class DaemonSetupAdvice {
    private DaemonSetupAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static void onEnter() {
        ProbeDispatch.daemonStarting();
    }
}
