package io.foreread.agent.install;

import io.foreread.agent.hook.ResultWeave;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Implements a {@link ResultWeave}. The receiver of the call, which has no arguments, is duplicated before the call and
 * remains on the stack, below the result.
 */
final class ResultSubstitution extends CallVisitor {
    private final ResultWeave weave;

    ResultSubstitution(ResultWeave weave, String hookName) {
        super(hookName);
        this.weave = weave;
    }

    @Override
    MethodVisitor callsOf(
            MethodVisitor next, boolean enclosingStatic, String enclosingName, String enclosingDescriptor) {
        if (!enclosingName.equals(weave.enclosingName()) || !enclosingDescriptor.equals(weave.enclosingDescriptor()))
            return next;
        return new Calls(next, enclosingStatic, enclosingDescriptor) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                boolean matches = weave.matches(owner, name, descriptor);
                if (matches) visitInsn(Opcodes.DUP);
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                if (matches)
                    visitReplacement(
                            weave.passedArgument(),
                            weave.replacementOwner(),
                            weave.replacementName(),
                            weave.replacementDescriptor());
            }
        };
    }
}
