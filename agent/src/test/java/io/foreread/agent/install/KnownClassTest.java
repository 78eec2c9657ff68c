package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.hook.ShapeHook;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** Checks landmarks on classes of the tests. LinkIT checks those of the classes of Cassandra. */
class KnownClassTest {
    private static final String NAME = "io.foreread.agent.install.Written";

    private interface Code {
        void write(MethodVisitor code);
    }

    /** Each differs from all others by one instruction, one operand, one target of a jump or one bound of a handler. */
    private static final List<Code> CODES = List.of(
            code -> {},
            code -> code.visitInsn(Opcodes.POP),
            code -> code.visitInsn(Opcodes.DUP),
            code -> code.visitIntInsn(Opcodes.BIPUSH, 101),
            code -> code.visitIntInsn(Opcodes.BIPUSH, 102),
            code -> code.visitVarInsn(Opcodes.ILOAD, 5),
            code -> code.visitVarInsn(Opcodes.ILOAD, 6),
            code -> code.visitVarInsn(Opcodes.FLOAD, 5),
            code -> code.visitTypeInsn(Opcodes.NEW, "a/A"),
            code -> code.visitTypeInsn(Opcodes.NEW, "a/B"),
            code -> code.visitTypeInsn(Opcodes.CHECKCAST, "a/A"),
            code -> code.visitFieldInsn(Opcodes.GETFIELD, "a/A", "f", "I"),
            code -> code.visitFieldInsn(Opcodes.PUTFIELD, "a/A", "f", "I"),
            code -> code.visitFieldInsn(Opcodes.GETFIELD, "a/B", "f", "I"),
            code -> code.visitFieldInsn(Opcodes.GETFIELD, "a/A", "g", "I"),
            code -> code.visitFieldInsn(Opcodes.GETFIELD, "a/A", "f", "J"),
            code -> code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "a/A", "m", "()V", false),
            code -> code.visitMethodInsn(Opcodes.INVOKESPECIAL, "a/A", "m", "()V", false),
            code -> code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "a/B", "m", "()V", false),
            code -> code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "a/A", "n", "()V", false),
            code -> code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "a/A", "m", "(I)V", false),
            code -> dynamic(code, "run", "a/A"),
            code -> dynamic(code, "call", "a/A"),
            code -> dynamic(code, "run", "a/B"),
            code -> jump(code, Opcodes.IFEQ),
            code -> jump(code, Opcodes.IFNE),
            code -> jumpTo(code, true),
            code -> jumpTo(code, false),
            code -> crossedJumps(code, true),
            code -> crossedJumps(code, false),
            code -> code.visitLdcInsn(100_001),
            code -> code.visitLdcInsn(100_002),
            code -> code.visitLdcInsn("text"),
            code -> code.visitIincInsn(7, 1),
            code -> code.visitIincInsn(7, 2),
            code -> code.visitIincInsn(8, 1),
            code -> code.visitMultiANewArrayInsn("[[I", 2),
            code -> code.visitMultiANewArrayInsn("[[J", 2),
            code -> code.visitMultiANewArrayInsn("[[I", 1),
            code -> tableSwitch(code, 1, 2),
            code -> tableSwitch(code, 1, 3),
            code -> crossedSwitch(code, true),
            code -> crossedSwitch(code, false),
            code -> lookupSwitch(code, 1, 5),
            code -> lookupSwitch(code, 1, 6),
            code -> caught(code, null),
            code -> caught(code, "java/io/IOException"),
            code -> caught(code, "java/io/EOFException"),
            code -> caughtUntil(code, true),
            code -> caughtUntil(code, false));

    private static void dynamic(MethodVisitor code, String called, String owner) {
        Handle factory =
                new Handle(Opcodes.H_INVOKESTATIC, "java/lang/invoke/LambdaMetafactory", "metafactory", "()V", false);
        Handle lambda = new Handle(Opcodes.H_INVOKESTATIC, owner, "lambda", "()V", false);
        code.visitInvokeDynamicInsn(called, "()Ljava/lang/Runnable;", factory, lambda);
    }

    private static void jump(MethodVisitor code, int opcode) {
        Label target = new Label();
        code.visitJumpInsn(opcode, target);
        end(code, target);
    }

    /** Jumps over one instruction or over two. */
    private static void jumpTo(MethodVisitor code, boolean first) {
        Label target = new Label();
        code.visitJumpInsn(Opcodes.IFEQ, target);
        code.visitInsn(Opcodes.NOP);
        if (first) code.visitLabel(target);
        code.visitInsn(Opcodes.NOP);
        if (!first) code.visitLabel(target);
        code.visitInsn(Opcodes.RETURN);
    }

    /** Two jumps with two targets, in the same order or crossed. */
    private static void crossedJumps(MethodVisitor code, boolean crossed) {
        Label near = new Label();
        Label far = new Label();
        code.visitJumpInsn(Opcodes.IFEQ, crossed ? far : near);
        code.visitJumpInsn(Opcodes.IFEQ, crossed ? near : far);
        end(code, near);
        end(code, far);
    }

    /** A switch with two targets, in the same order or crossed. */
    private static void crossedSwitch(MethodVisitor code, boolean crossed) {
        Label near = new Label();
        Label far = new Label();
        code.visitTableSwitchInsn(1, 2, near, crossed ? far : near, crossed ? near : far);
        end(code, near);
        end(code, far);
    }

    /** Catches exceptions of one instruction or of two. */
    private static void caughtUntil(MethodVisitor code, boolean first) {
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        code.visitTryCatchBlock(start, end, handler, null);
        code.visitLabel(start);
        code.visitInsn(Opcodes.NOP);
        if (first) code.visitLabel(end);
        code.visitInsn(Opcodes.NOP);
        if (!first) code.visitLabel(end);
        end(code, handler);
    }

    private static void tableSwitch(MethodVisitor code, int min, int max) {
        Label target = new Label();
        Label[] labels = new Label[max - min + 1];
        Arrays.fill(labels, target);
        code.visitTableSwitchInsn(min, max, target, labels);
        end(code, target);
    }

    private static void lookupSwitch(MethodVisitor code, int... keys) {
        Label target = new Label();
        Label[] labels = new Label[keys.length];
        Arrays.fill(labels, target);
        code.visitLookupSwitchInsn(target, keys, labels);
        end(code, target);
    }

    private static void caught(MethodVisitor code, String type) {
        Label start = new Label();
        Label handler = new Label();
        code.visitTryCatchBlock(start, handler, handler, type);
        end(code, start);
        end(code, handler);
    }

    private static void end(MethodVisitor code, Label label) {
        code.visitLabel(label);
        code.visitInsn(Opcodes.NOP);
    }

    private static byte[] written(Code code, String... fields) {
        ClassWriter written = begun(NAME.replace('.', '/'), "java/lang/Object");
        for (String field : fields) written.visitField(0, field, "I", null, null);
        MethodVisitor method = written.visitMethod(Opcodes.ACC_PUBLIC, "run", "()V", null, null);
        method.visitCode();
        code.write(method);
        method.visitMaxs(9, 9);
        method.visitEnd();
        written.visitEnd();
        return written.toByteArray();
    }

    private static ClassWriter begun(String name, String parent, String... interfaces) {
        ClassWriter begun = new ClassWriter(0);
        begun.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name, null, parent, interfaces);
        return begun;
    }

    private static ClassWriter declaring(String method, String descriptor) {
        ClassWriter declaring = begun("A", "java/lang/Object");
        declaring.visitMethod(Opcodes.ACC_ABSTRACT, method, descriptor, null, null);
        return declaring;
    }

    private static String missing(byte[] classFile, String... digests) throws IOException {
        return Landmark.missing(new ShapeHook(NAME, digests), classFile, name -> classFile);
    }

    @Test
    void classIsKnownOnlyWithTheSameCode() throws IOException {
        byte[] examined = written(code -> code.visitIntInsn(Opcodes.BIPUSH, 4));
        String digest = CodeDigest.of(examined);
        assertThat(missing(examined, "other", digest)).isNull();
        assertThat(missing(examined, "other"))
                .isEqualTo("depends on " + NAME + ", whose code is not known (" + digest + ")");
        assertThat(missing(written(code -> code.visitIntInsn(Opcodes.BIPUSH, 8)), digest))
                .contains("whose code is not known");
    }

    @Test
    void everyInstructionAndOperandCounts() {
        assertThat(CODES)
                .extracting(code -> CodeDigest.of(written(code)))
                .doesNotHaveDuplicates()
                .containsExactlyElementsOf(
                        CODES.stream().map(code -> CodeDigest.of(written(code))).toList());
    }

    @Test
    void everyFieldCounts() {
        Code none = code -> {};
        assertThat(List.of(
                        CodeDigest.of(written(none)),
                        CodeDigest.of(written(none, "one")),
                        CodeDigest.of(written(none, "other")),
                        CodeDigest.of(written(none, "one", "other"))))
                .doesNotHaveDuplicates();
    }

    @Test
    void theNameTheSuperclassTheInterfacesAndTheMethodsCount() {
        assertThat(List.of(
                        begun("A", "java/lang/Object"),
                        begun("B", "java/lang/Object"),
                        begun("A", "java/lang/Number"),
                        begun("A", "java/lang/Object", "java/io/Closeable"),
                        declaring("run", "()V"),
                        declaring("call", "()V"),
                        declaring("run", "(I)V")))
                .extracting(type -> CodeDigest.of(type.toByteArray()))
                .doesNotHaveDuplicates();
    }

    @Test
    void flagsThatChangeWhatCodeDoesCount() {
        assertThat(Stream.of(0, Opcodes.ACC_STATIC, Opcodes.ACC_VOLATILE, Opcodes.ACC_FINAL)
                        .map(access -> {
                            ClassWriter declaring = begun("A", "java/lang/Object");
                            declaring.visitField(access, "field", "I", null, null);
                            return CodeDigest.of(declaring.toByteArray());
                        }))
                .doesNotHaveDuplicates();
        assertThat(declaring(0, "run", "()V")).isNotEqualTo(declaring(Opcodes.ACC_SYNCHRONIZED, "run", "()V"));
        assertThat(declaring(0, "run", "()V")).isEqualTo(declaring(Opcodes.ACC_PUBLIC, "run", "()V"));
    }

    private static String declaring(int access, String method, String descriptor) {
        ClassWriter declaring = begun("A", "java/lang/Object");
        declaring.visitMethod(access | Opcodes.ACC_ABSTRACT, method, descriptor, null, null);
        return CodeDigest.of(declaring.toByteArray());
    }

    /** The compiler decides which of them it writes. */
    @Test
    void syntheticMethodsForInnerClassesDoNotCount() {
        assertThat(CodeDigest.of(declaring("access$000", "()V").toByteArray()))
                .isEqualTo(CodeDigest.of(begun("A", "java/lang/Object").toByteArray()));
    }

    @Test
    void theDigestHasTheNumberOfInstructionsAndMembers() {
        assertThat(CodeDigest.of(written(code -> code.visitInsn(Opcodes.POP), "one", "other")))
                .as("the class, two fields, a method and an instruction")
                .matches("[0-9a-f]{1,8}-5");
    }

    @Test
    void classThatIsMissingIsUnknown() throws IOException {
        byte[] examined = written(code -> {});
        assertThat(Landmark.missing(new ShapeHook(NAME, CodeDigest.of(examined)), examined, name -> null))
                .contains("no such class");
    }
}
