package io.foreread.agent.advice;

import net.bytebuddy.asm.Advice;

/** An advice that replaces the code of a method by nothing, for tests. */
public final class SkippingAdvice {
    private SkippingAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    public static boolean onEnter() {
        return true;
    }
}
