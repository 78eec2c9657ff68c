package io.foreread.agent.advice;

import io.foreread.agent.probe.DaemonProbe;
import net.bytebuddy.asm.Advice;

/** {@code void CassandraDaemon.setup()}. */
public final class DaemonSetupAdvice {
    private DaemonSetupAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static void onEnter() {
        DaemonProbe.starting();
    }
}
