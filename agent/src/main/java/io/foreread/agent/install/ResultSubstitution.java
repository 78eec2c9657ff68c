package io.foreread.agent.install;

import io.foreread.agent.hook.ResultWeave;
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
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Implements a {@link ResultWeave}. The receiver of the call, which has no arguments, is duplicated before the call and
 * remains on the stack, below the result. No local variable and no stack frame of the method changes.
 */
final class ResultSubstitution implements AsmVisitorWrapper {
    private final ResultWeave weave;
    private final String hookName;

    ResultSubstitution(ResultWeave weave, String hookName) {
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
                boolean encloses = name.equals(weave.enclosingName()) && descriptor.equals(weave.enclosingDescriptor());
                return encloses ? new Calls(next, (access & Opcodes.ACC_STATIC) != 0) : next;
            }
        };
    }

    private final class Calls extends MethodVisitor {
        private final boolean enclosingStatic;

        Calls(MethodVisitor next, boolean enclosingStatic) {
            super(OpenedClassReader.ASM_API, next);
            this.enclosingStatic = enclosingStatic;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean ours = weave.matches(owner, name, descriptor);
            if (ours) visitInsn(Opcodes.DUP);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (!ours) return;
            visitVarInsn(
                    Opcodes.ALOAD,
                    CallSubstitution.indexOfArgument(
                            weave.passedArgument(), weave.enclosingDescriptor(), enclosingStatic));
            visitLdcInsn(hookName);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    weave.replacementOwner(),
                    weave.replacementName(),
                    weave.replacementDescriptor(),
                    false);
        }
    }
}
