package io.foreread.agent.advice;

import io.foreread.agent.probe.DaemonProbe;
import net.bytebuddy.asm.Advice;

/** {@code void CassandraDaemon.start()}. */
public final class DaemonStartAdvice {
    private DaemonStartAdvice() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    public static void onExit() {
        DaemonProbe.started();
    }
}
