package io.foreread.it.link;

import io.foreread.it.link.Reference.Use;
import java.util.LinkedHashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Collects all references of one class file. */
final class References extends ClassVisitor {
    private final Set<Reference> found = new LinkedHashSet<>();
    private String from;

    private References() {
        super(Opcodes.ASM9);
    }

    static Set<Reference> of(byte[] classFile) {
        References references = new References();
        new ClassReader(classFile).accept(references, ClassReader.SKIP_DEBUG);
        return references.found;
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        from = name;
        add(Use.SUPERTYPE, superName, null, null);
        for (String type : interfaces) add(Use.TYPE, type, null, null);
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        mention(Type.getType(descriptor));
        return null;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
        mention(Type.getMethodType(descriptor));
        return new Code();
    }

    private void add(Use use, String owner, String name, String descriptor) {
        if (owner.startsWith("[")) {
            mention(Type.getObjectType(owner));
            return;
        }
        found.add(new Reference(from, owner, name, descriptor, use));
        if (descriptor != null)
            mention(descriptor.startsWith("(") ? Type.getMethodType(descriptor) : Type.getType(descriptor));
    }

    private void mention(Type type) {
        if (type.getSort() == Type.METHOD) {
            for (Type argument : type.getArgumentTypes()) mention(argument);
            mention(type.getReturnType());
        } else if (type.getSort() == Type.ARRAY) {
            mention(type.getElementType());
        } else if (type.getSort() == Type.OBJECT) {
            found.add(new Reference(from, type.getInternalName(), null, null, Use.MENTION));
        }
    }

    private final class Code extends MethodVisitor {
        Code() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            add(Use.TYPE, type, null, null);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
            add(isStatic ? Use.STATIC_FIELD : Use.FIELD, owner, name, descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            Use use =
                    switch (opcode) {
                        case Opcodes.INVOKESTATIC -> Use.STATIC;
                        case Opcodes.INVOKESPECIAL -> Use.SPECIAL;
                        case Opcodes.INVOKEINTERFACE -> Use.INTERFACE;
                        default -> Use.VIRTUAL;
                    };
            add(use, owner, name, descriptor);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            mention(Type.getMethodType(descriptor));
            for (Object argument : arguments) constant(argument);
        }

        @Override
        public void visitLdcInsn(Object value) {
            constant(value);
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            if (type != null) add(Use.TYPE, type, null, null);
        }

        private void constant(Object value) {
            if (value instanceof Type type) {
                if (type.getSort() == Type.OBJECT) add(Use.TYPE, type.getInternalName(), null, null);
                else mention(type);
            } else if (value instanceof Handle handle) {
                Use use =
                        switch (handle.getTag()) {
                            case Opcodes.H_GETFIELD, Opcodes.H_PUTFIELD -> Use.FIELD;
                            case Opcodes.H_GETSTATIC, Opcodes.H_PUTSTATIC -> Use.STATIC_FIELD;
                            case Opcodes.H_INVOKESTATIC -> Use.STATIC;
                            case Opcodes.H_INVOKEINTERFACE -> Use.INTERFACE;
                            case Opcodes.H_INVOKEVIRTUAL -> Use.VIRTUAL;
                            default -> Use.SPECIAL;
                        };
                add(use, handle.getOwner(), handle.getName(), handle.getDesc());
            }
        }
    }
}
