package io.foreread.agent.install;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;

/**
 * Reads the current byte code of a loaded class, after all transformers, with a rebuilt constant pool. HotSpot may add
 * entries to the pool of a class when it redefines the class, even with the same byte code.
 */
public final class ClassBytes {
    private ClassBytes() {}

    public static byte[] of(Class<?> type) throws UnmodifiableClassException {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        byte[][] bytes = new byte[1][];
        ClassFileTransformer reader = new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
                if (redefined == type) bytes[0] = classFile.clone();
                return null;
            }
        };
        instrumentation.addTransformer(reader, true);
        try {
            instrumentation.retransformClasses(type);
        } finally {
            instrumentation.removeTransformer(reader);
        }
        return withRebuiltConstantPool(bytes[0]);
    }

    private static byte[] withRebuiltConstantPool(byte[] classFile) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(classFile).accept(writer, 0);
        return writer.toByteArray();
    }
}
