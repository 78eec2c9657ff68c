package io.foreread.agent.advice;

import net.bytebuddy.asm.Advice;

/** An observing advice with a defect, for tests. */
public final class ThrowingAdvice {
    private ThrowingAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    public static void onEnter() {
        Integer.parseInt("a defect of the agent");
    }
}
