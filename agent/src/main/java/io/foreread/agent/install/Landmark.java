package io.foreread.agent.install;

import io.foreread.agent.hook.AdviceWeave;
import io.foreread.agent.hook.CallWeave;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.KnownCalls;
import io.foreread.agent.hook.KnownClass;
import io.foreread.agent.hook.ResultWeave;
import io.foreread.agent.hook.Weave;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Handle;
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
        if (weave instanceof CallWeave) {
            String missing = shape.missingCall((CallWeave) weave);
            return missing == null ? shape.inaccessibleCall((CallWeave) weave, others) : missing;
        }
        if (weave instanceof ResultWeave) return shape.missingResult((ResultWeave) weave);
        if (weave instanceof KnownCalls) return shape.unknownShape((KnownCalls) weave);
        if (weave instanceof KnownClass) return unknown((KnownClass) weave, others);
        return shape.missingMethod((AdviceWeave) weave);
    }

    private static @Nullable String unknown(KnownClass known, ClassFiles others) throws IOException {
        byte[] classFile = others.read(known.typeName());
        String digest = classFile == null ? "no such class" : CodeDigest.of(classFile);
        return known.digests().contains(digest)
                ? null
                : "depends on " + known.typeName() + ", whose code is not known (" + digest + ")";
    }

    private static final class Method {
        private final String name;
        private final String descriptor;

        Method(String name, String descriptor) {
            this.name = name;
            this.descriptor = descriptor;
        }

        @Override
        public String toString() {
            return name + descriptor;
        }
    }

    private static final class Call {
        private final String owner;
        private final String name;
        private final String descriptor;
        /** The method that makes the call. */
        private final Method enclosing;

        Call(String owner, String name, String descriptor, Method enclosing) {
            this.owner = owner;
            this.name = name;
            this.descriptor = descriptor;
            this.enclosing = enclosing;
        }

        @Override
        public String toString() {
            return name + descriptor;
        }
    }

    private static final class Shape extends ClassVisitor {
        private final List<Method> methods = new ArrayList<>();
        private final List<Call> calls = new ArrayList<>();
        /** The methods with lambdas, method references or other dynamic calls. */
        private final List<Method> dynamic = new ArrayList<>();

        /** The methods that assign a field. */
        private final List<Method> assigning = new ArrayList<>();

        private final List<String> fields = new ArrayList<>();
        private String parent = "";

        Shape() {
            super(OpenedClassReader.ASM_API);
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            parent = String.valueOf(superName);
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access, String name, String descriptor, @Nullable String signature, @Nullable Object value) {
            fields.add(descriptor);
            return null;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, @Nullable String signature, String @Nullable [] thrown) {
            Method method = new Method(name, descriptor);
            if ((access & Opcodes.ACC_ABSTRACT) == 0) methods.add(method);
            return new MethodVisitor(OpenedClassReader.ASM_API) {
                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String called, String calledDescriptor, boolean isInterface) {
                    calls.add(new Call(owner, called, calledDescriptor, method));
                }

                @Override
                public void visitFieldInsn(int opcode, String owner, String field, String fieldDescriptor) {
                    if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) assigning.add(method);
                }

                @Override
                public void visitInvokeDynamicInsn(
                        String called, String calledDescriptor, Handle bootstrap, Object... arguments) {
                    dynamic.add(method);
                }
            };
        }

        @Nullable
        String missingMethod(AdviceWeave weave) {
            for (Method method : methods) if (weave.signatures().contains(method.name + method.descriptor)) return null;
            return "no method " + weave.signatures().get(0);
        }

        @Nullable
        String missingResult(ResultWeave weave) {
            if (contains(dynamic, weave)) return "looks up keys in the key cache in an unknown way, by a dynamic call";
            if (contains(assigning, weave)) return "assigns a field where it looks up keys in the key cache";
            int count = 0;
            List<String> following = new ArrayList<>();
            for (Call call : calls) {
                if (!encloses(weave, call.enclosing)) continue;
                if (count > 0) following.add(call.owner + "." + call.name);
                if (weave.matches(call.owner, call.name, call.descriptor)) count++;
            }
            if (count == 1 && following.equals(weave.followingCalls())) return null;
            return count == 0
                    ? "has no method " + weave.enclosingName() + " that looks up keys in the key cache"
                    : "looks up keys in the key cache in an unknown way, by calls of " + following;
        }

        private static boolean contains(List<Method> methods, ResultWeave weave) {
            for (Method method : methods) if (encloses(weave, method)) return true;
            return false;
        }

        /** Whether this is the method whose call the weave changes. */
        private static boolean encloses(ResultWeave weave, Method method) {
            return method.name.equals(weave.enclosingName()) && method.descriptor.equals(weave.enclosingDescriptor());
        }

        @Nullable
        String unknownShape(KnownCalls weave) {
            if (!parent.equals("java/lang/Object")) return "extends " + parent + ", which is not known";
            String known = "L" + weave.owner() + ";";
            for (String field : fields)
                if (!field.equals(known) && !weave.otherFields().contains(field))
                    return "has a field of type " + field + ", which is not known";
            if (Collections.frequency(fields, known) != 1)
                return "has " + Collections.frequency(fields, known) + " fields of type " + known + ", expected 1";
            for (Method method : methods)
                if (!weave.methods().contains(method.name))
                    return "has a method " + method.name + ", which is not known";
            if (!dynamic.isEmpty()) return "makes a dynamic call in method " + dynamic.get(0).name;
            return unknownCall(weave);
        }

        private @Nullable String unknownCall(KnownCalls weave) {
            List<String> once = new ArrayList<>();
            for (Call call : calls) {
                if (!call.owner.equals(weave.owner()) || weave.calls().contains(call.name)) continue;
                if (!weave.calledOnce().contains(call.name)) return "calls " + call + ", which is not known";
                if (!call.enclosing.name.equals(call.name) || !call.enclosing.descriptor.equals(call.descriptor))
                    return "calls " + call + " in method " + call.enclosing + ", which is not known";
                once.add(call.name);
            }
            for (String name : weave.calledOnce())
                if (Collections.frequency(once, name) != 1)
                    return "calls " + name + " " + Collections.frequency(once, name) + " times, expected 1";
            return null;
        }

        @Nullable
        String inaccessibleCall(CallWeave weave, ClassFiles others) throws IOException {
            if (weave.afterCall()) return null;
            for (Call call : calls)
                if (weave.matches(call.owner, call.name)
                        && !PublicMethods.contain(weave.receiver(), call.name, call.descriptor, others))
                    return "calls " + call + ", which is not a public method of " + weave.receiver();
            return null;
        }

        @Nullable
        String missingCall(CallWeave weave) {
            int count = 0;
            for (Call call : calls) {
                if (!weave.matches(call.owner, call.name)) continue;
                if (!weave.descriptors().contains(call.descriptor))
                    return "calls " + call + ", for which there is no replacement";
                if (weave.passedArgument() != null && !call.enclosing.descriptor.contains(weave.passedArgument()))
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
