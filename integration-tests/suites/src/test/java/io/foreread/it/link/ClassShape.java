package io.foreread.it.link;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The declarations of a class file.
 *
 * @param name the internal name of the class
 * @param access the access flags of the class
 * @param supertypes the internal names of the superclass, which is first, and of the interfaces
 * @param fields the access flags of each field; a key is the name, a colon and the descriptor
 * @param methods the access flags of each method; a key is the name and the descriptor
 */
record ClassShape(
        String name, int access, List<String> supertypes, Map<String, Integer> fields, Map<String, Integer> methods) {
    static ClassShape of(byte[] classFile) {
        Map<String, Integer> fields = new LinkedHashMap<>();
        Map<String, Integer> methods = new LinkedHashMap<>();
        ClassReader reader = new ClassReader(classFile);
        ClassVisitor members = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
                fields.put(name + ":" + descriptor, access);
                return null;
            }

            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                methods.put(name + descriptor, access);
                return null;
            }
        };
        reader.accept(members, ClassReader.SKIP_CODE);
        List<String> supertypes = new ArrayList<>();
        if (reader.getSuperName() != null) supertypes.add(reader.getSuperName());
        supertypes.addAll(List.of(reader.getInterfaces()));
        return new ClassShape(reader.getClassName(), reader.getAccess(), supertypes, fields, methods);
    }

    /** The names and descriptors of the methods that have code and that the compiler has not added. */
    List<String> implemented() {
        return methods.entrySet().stream()
                .filter(method ->
                        !has(method.getValue(), Opcodes.ACC_ABSTRACT) && !has(method.getValue(), Opcodes.ACC_SYNTHETIC))
                .map(Map.Entry::getKey)
                .toList();
    }

    boolean isInterface() {
        return has(access, Opcodes.ACC_INTERFACE);
    }

    boolean isAbstract() {
        return has(access, Opcodes.ACC_ABSTRACT);
    }

    String packageName() {
        return packageOf(name);
    }

    static String packageOf(String internalName) {
        return internalName.substring(0, Math.max(0, internalName.lastIndexOf('/')));
    }

    static boolean has(int access, int flag) {
        return (access & flag) != 0;
    }
}
