package io.foreread.agent.install;

import io.foreread.agent.hook.CallWeave;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Implements a {@link CallWeave}. A replacement takes the operands of the call from the stack, or the result of
 * the call if it runs after the call. Its other arguments are pushed after them, so that no local variable and no stack
 * frame of the method changes.
 */
final class CallSubstitution implements AsmVisitorWrapper {
    private final CallWeave weave;
    private final String hookName;

    CallSubstitution(CallWeave weave, String hookName) {
        this.weave = weave;
        this.hookName = hookName;
    }

    @Override
    public int mergeWriter(int flags) {
        return flags | ClassWriter.COMPUTE_MAXS;
    }

    @Override
    public int mergeReader(int flags) {
        return flags;
    }

    @Override
    public ClassVisitor wrap(
            TypeDescription instrumentedType,
            ClassVisitor classVisitor,
            Implementation.Context implementationContext,
            TypePool typePool,
            FieldList<FieldDescription.InDefinedShape> fields,
            MethodList<?> methods,
            int writerFlags,
            int readerFlags) {
        return new ClassVisitor(OpenedClassReader.ASM_API, classVisitor) {
            @Override
            public MethodVisitor visitMethod(
                    int access,
                    String name,
                    String descriptor,
                    @Nullable String signature,
                    String @Nullable [] thrown) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
                return new Calls(next, (access & Opcodes.ACC_STATIC) != 0, descriptor);
            }
        };
    }

    private final class Calls extends MethodVisitor {
        private final boolean enclosingStatic;
        private final String enclosingDescriptor;

        Calls(MethodVisitor next, boolean enclosingStatic, String enclosingDescriptor) {
            super(OpenedClassReader.ASM_API, next);
            this.enclosingStatic = enclosingStatic;
            this.enclosingDescriptor = enclosingDescriptor;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean ours = weave.matches(owner, name);
            if (!ours || weave.afterCall()) super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (!ours) return;
            if (weave.passedArgument() != null)
                visitVarInsn(
                        Opcodes.ALOAD, indexOfArgument(weave.passedArgument(), enclosingDescriptor, enclosingStatic));
            visitLdcInsn(hookName);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    weave.replacementOwner(),
                    weave.replacementName(),
                    weave.replacementDescriptor(descriptor),
                    false);
        }
    }

    /** Returns the local variable with the first argument of a type. */
    static int indexOfArgument(String wanted, String enclosingDescriptor, boolean enclosingStatic) {
        int index = enclosingStatic ? 0 : 1;
        for (Type argument : Type.getArgumentTypes(enclosingDescriptor)) {
            if (argument.getDescriptor().equals(wanted)) return index;
            index += argument.getSize();
        }
        throw new IllegalStateException("no argument " + wanted + " in " + enclosingDescriptor);
    }
}
