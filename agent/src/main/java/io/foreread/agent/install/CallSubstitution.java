package io.foreread.agent.install;

import io.foreread.agent.hook.CallWeave;
import net.bytebuddy.jar.asm.MethodVisitor;

/**
 * Implements a {@link CallWeave}. A replacement takes the operands of the call from the stack, or the result of
 * the call if it runs after the call. Its other arguments are pushed after them.
 */
final class CallSubstitution extends CallVisitor {
    private final CallWeave weave;

    CallSubstitution(CallWeave weave, String hookName) {
        super(hookName);
        this.weave = weave;
    }

    @Override
    MethodVisitor callsOf(
            MethodVisitor next, boolean enclosingStatic, String enclosingName, String enclosingDescriptor) {
        return new Calls(next, enclosingStatic, enclosingDescriptor) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                boolean matches = weave.matches(owner, name);
                if (!matches || weave.afterCall()) super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                if (matches)
                    visitReplacement(
                            weave.passedArgument(),
                            weave.replacementOwner(),
                            weave.replacementName(),
                            weave.replacementDescriptor(descriptor));
            }
        };
    }
}
