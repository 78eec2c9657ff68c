package io.foreread.agent.install;

import io.foreread.agent.hook.AdviceWeave;
import io.foreread.agent.hook.CallWeave;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.KnownClass;
import io.foreread.agent.hook.Weave;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a class file has the shape that a hook requires. It reads bytes and loads no class, so it can be used before
 * Cassandra starts.
 */
public final class Landmark {
    private Landmark() {}

    /** Reads the class files of Cassandra. */
    public interface ClassFiles {
        /**
         * @param typeName full name of the class
         * @return null if there is no such class
         */
        byte @Nullable [] read(String typeName) throws IOException;
    }

    /**
     * @param classFile of the hooked class
     * @param others the class files on which the landmarks of some hooks depend
     * @return null if every landmark of the hook exists; otherwise a text that says what is missing
     */
    public static @Nullable String missing(Hook hook, byte[] classFile, ClassFiles others) throws IOException {
        Shape shape = new Shape();
        OpenedClassReader.of(classFile).accept(shape, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        for (Weave weave : hook.weaves()) {
            String missing = missing(weave, shape, others);
            if (missing != null) return missing;
        }
        return null;
    }

    private static @Nullable String missing(Weave weave, Shape shape, ClassFiles others) throws IOException {
        if (weave instanceof CallWeave) return shape.missingCall((CallWeave) weave);
        if (weave instanceof AdviceWeave) return shape.missingMethod((AdviceWeave) weave);
        return unknown((KnownClass) weave, others);
    }

    private static @Nullable String unknown(KnownClass known, ClassFiles others) throws IOException {
        byte[] classFile = others.read(known.typeName());
        String digest = classFile == null ? "no such class" : CodeDigest.of(classFile);
        return known.digests().contains(digest)
                ? null
                : "depends on " + known.typeName() + ", whose code is not known (" + digest + ")";
    }

    private static final class Shape extends ClassVisitor {
        /** Names of the methods with code, followed by their descriptors. */
        private final Set<String> methods = new HashSet<>();

        private final List<String[]> calls = new ArrayList<>();

        Shape() {
            super(OpenedClassReader.ASM_API);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, @Nullable String signature, String @Nullable [] thrown) {
            if ((access & Opcodes.ACC_ABSTRACT) == 0) methods.add(name + descriptor);
            return new MethodVisitor(OpenedClassReader.ASM_API) {
                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String called, String calledDescriptor, boolean isInterface) {
                    calls.add(new String[] {owner, called, calledDescriptor, descriptor});
                }
            };
        }

        @Nullable
        String missingMethod(AdviceWeave weave) {
            for (String signature : weave.signatures()) if (methods.contains(signature)) return null;
            return "no method " + weave.signatures().get(0);
        }

        @Nullable
        String missingCall(CallWeave weave) {
            int count = 0;
            for (String[] call : calls) {
                if (!weave.matches(call[0], call[1])) continue;
                if (!weave.descriptors().contains(call[2]))
                    return "calls " + weave.methodName() + call[2] + ", for which there is no replacement";
                if (weave.passedArgument() != null && !call[3].contains(weave.passedArgument()))
                    return "calls " + weave.methodName() + " in a method without argument " + weave.passedArgument();
                count++;
            }
            if (count >= weave.minCalls() && count <= weave.maxCalls()) return null;
            String expected = weave.minCalls() == weave.maxCalls()
                    ? String.valueOf(weave.minCalls())
                    : weave.minCalls() + " to " + weave.maxCalls();
            return count == 0
                    ? "does not call " + weave.methodName()
                    : "calls " + weave.methodName() + " " + count + " times, expected " + expected;
        }
    }
}
