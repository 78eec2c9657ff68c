package io.foreread.agent.install;

import io.foreread.agent.install.Landmark.ClassFiles;
import java.io.IOException;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** Searches public methods of classes in class files. Loads no class. */
final class PublicMethods {
    private PublicMethods() {}

    /**
     * Returns whether a class declares or inherits a method that all packages can call.
     *
     * @param typeName internal name of the class
     * @param classes returns the class and its superclasses; if one is missing, the result is false
     */
    static boolean contain(String typeName, String name, String descriptor, ClassFiles classes) throws IOException {
        for (String type = typeName; type != null; ) {
            byte[] classFile = classes.read(type.replace('/', '.'));
            if (classFile == null) return false;
            Search search = new Search(name, descriptor);
            OpenedClassReader.of(classFile).accept(search, ClassReader.SKIP_CODE);
            if (search.isDeclared) return search.isPublic;
            type = search.parent;
        }
        return false;
    }

    private static final class Search extends ClassVisitor {
        private final String name;
        private final String descriptor;
        private boolean isDeclared;
        private boolean isPublic;
        private @Nullable String parent;

        Search(String name, String descriptor) {
            super(OpenedClassReader.ASM_API);
            this.name = name;
            this.descriptor = descriptor;
        }

        @Override
        public void visit(
                int version,
                int access,
                String type,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            parent = superName;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access, String method, String type, @Nullable String signature, String @Nullable [] thrown) {
            if (!method.equals(name) || !type.equals(descriptor)) return null;
            isDeclared = true;
            isPublic = (access & Opcodes.ACC_PUBLIC) != 0;
            return null;
        }
    }
}
