package io.foreread.agent.install;

import io.foreread.exporter.recorder.Recorders;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;

/** What woven code does with anything an observing probe throws: count it, never rethrow. */
public final class ProbeFailures {
    private ProbeFailures() {}

    /** Called by woven code. */
    public static void count(Throwable suppressed) {
        Recorders.HOOKS.probeFailed();
    }

    static Advice.ExceptionHandler handler() {
        try {
            StackManipulation call = MethodInvocation.invoke(
                    new MethodDescription.ForLoadedMethod(ProbeFailures.class.getMethod("count", Throwable.class)));
            return new Advice.ExceptionHandler.Simple(call);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }
}
