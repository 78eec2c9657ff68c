package io.foreread.agent.install;

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
 * Adds code to calls in the methods of a class. The code uses the operand stack only, so that no local variable and no stack
 * frame of the method changes.
 */
abstract class CallVisitor extends AsmVisitorWrapper.AbstractBase {
    private final String hookName;

    CallVisitor(String hookName) {
        this.hookName = hookName;
    }

    /** @return the visitor of a method; {@code next} to leave the method unchanged */
    abstract MethodVisitor callsOf(MethodVisitor next, boolean enclosingStatic, String name, String descriptor);

    @Override
    public final int mergeWriter(int flags) {
        return flags | ClassWriter.COMPUTE_MAXS;
    }

    @Override
    public final ClassVisitor wrap(
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
                return callsOf(next, (access & Opcodes.ACC_STATIC) != 0, name, descriptor);
            }
        };
    }

    /** The calls in one method. */
    abstract class Calls extends MethodVisitor {
        private final boolean enclosingStatic;
        private final String enclosingDescriptor;

        Calls(MethodVisitor next, boolean enclosingStatic, String enclosingDescriptor) {
            super(OpenedClassReader.ASM_API, next);
            this.enclosingStatic = enclosingStatic;
            this.enclosingDescriptor = enclosingDescriptor;
        }

        /**
         * Calls a static method with what is on the stack, an argument of the enclosing method and the name of the hook.
         *
         * @param passedArgument the descriptor of the argument's type; null for no argument
         */
        final void visitReplacement(@Nullable String passedArgument, String owner, String name, String descriptor) {
            if (passedArgument != null) visitVarInsn(Opcodes.ALOAD, indexOfArgument(passedArgument));
            visitLdcInsn(hookName);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
        }

        /** Returns the local variable with the first argument of a type. */
        private int indexOfArgument(String wanted) {
            int index = enclosingStatic ? 0 : 1;
            for (Type argument : Type.getArgumentTypes(enclosingDescriptor)) {
                if (argument.getDescriptor().equals(wanted)) return index;
                index += argument.getSize();
            }
            throw new IllegalStateException("no argument " + wanted + " in " + enclosingDescriptor);
        }
    }
}
