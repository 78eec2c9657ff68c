package io.foreread.agent.advice;

import io.foreread.agent.probe.DaemonProbe;
import net.bytebuddy.asm.Advice;

/** Woven into {@code void CassandraDaemon.setup()}, the first step of the start of a node. */
public final class DaemonSetupAdvice {
    private DaemonSetupAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static void onEnter() {
        DaemonProbe.starting();
    }
}
