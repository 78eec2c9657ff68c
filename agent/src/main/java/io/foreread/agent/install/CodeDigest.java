package io.foreread.agent.install;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Computes a digest of the fields, methods and instructions of a class, with the targets of jumps and the ranges of exception
 * handlers. Line numbers, annotations, the visibility of members and the synthetic methods for inner classes do not count. It
 * detects changes, not attacks.
 */
final class CodeDigest extends ClassVisitor {
    private static final String ACCESSORS = "access$";
    /** The flags that change what code does. */
    private static final int FIELD_FLAGS = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_VOLATILE;

    private static final int METHOD_FLAGS = Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_ABSTRACT;

    private final CRC32 checksum = new CRC32();
    private int items;

    private CodeDigest() {
        super(OpenedClassReader.ASM_API);
    }

    /** @return a checksum, and the number of instructions, members, labels and exception handlers */
    static String of(byte[] classFile) {
        CodeDigest digest = new CodeDigest();
        OpenedClassReader.of(classFile).accept(digest, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return Long.toHexString(digest.checksum.getValue()) + "-" + digest.items;
    }

    private void add(@Nullable Object... parts) {
        items++;
        checksum.update(Arrays.deepToString(parts).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            @Nullable String signature,
            @Nullable String parent,
            String @Nullable [] interfaces) {
        add(name, parent, interfaces);
    }

    @Override
    public @Nullable FieldVisitor visitField(
            int access, String name, String descriptor, @Nullable String signature, @Nullable Object value) {
        add(access & FIELD_FLAGS, name, descriptor, value);
        return null;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] thrown) {
        if (name.startsWith(ACCESSORS)) return null;
        add(access & METHOD_FLAGS, name, descriptor);
        return new MethodVisitor(OpenedClassReader.ASM_API) {
            /** The labels in the order of their first use. Only targets of jumps and bounds of handlers are labels here. */
            private final Map<Label, Integer> labels = new HashMap<>();

            private int number(Label label) {
                return labels.computeIfAbsent(label, first -> labels.size());
            }

            private Object[] numbers(Label... all) {
                return Arrays.stream(all).map(this::number).toArray();
            }

            @Override
            public void visitLabel(Label label) {
                add("label", number(label));
            }

            @Override
            public void visitInsn(int opcode) {
                add(opcode);
            }

            @Override
            public void visitIntInsn(int opcode, int operand) {
                add(opcode, operand);
            }

            @Override
            public void visitVarInsn(int opcode, int variable) {
                add(opcode, variable);
            }

            @Override
            public void visitTypeInsn(int opcode, String type) {
                add(opcode, type);
            }

            @Override
            public void visitFieldInsn(int opcode, String owner, String field, String type) {
                add(opcode, owner, field, type);
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                add(opcode, owner, called, type);
            }

            @Override
            public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
                add(called, type, arguments);
            }

            @Override
            public void visitJumpInsn(int opcode, Label label) {
                add(opcode, number(label));
            }

            @Override
            public void visitLdcInsn(Object value) {
                add(value);
            }

            @Override
            public void visitIincInsn(int variable, int increment) {
                add(variable, increment);
            }

            @Override
            public void visitTableSwitchInsn(int min, int max, Label other, Label... cases) {
                add(Opcodes.TABLESWITCH, min, max, number(other), numbers(cases));
            }

            @Override
            public void visitLookupSwitchInsn(Label other, int[] keys, Label[] cases) {
                add(Opcodes.LOOKUPSWITCH, keys, number(other), numbers(cases));
            }

            @Override
            public void visitMultiANewArrayInsn(String type, int dimensions) {
                add(type, dimensions);
            }

            @Override
            public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
                add("catch", number(start), number(end), number(handler), type);
            }
        };
    }
}
