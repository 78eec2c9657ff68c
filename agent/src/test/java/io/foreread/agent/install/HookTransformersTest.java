package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HookTransformersTest {
    private static final int FAILING = -2;

    /** Appends a byte to the class file, does not change it if the value is negative, or fails. */
    private record Appending(int value) implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
            if (value == FAILING) throw new IllegalStateException("cannot be woven");
            if (value < 0) return null;
            byte[] longer = Arrays.copyOf(classFile, classFile.length + 1);
            longer[classFile.length] = (byte) value;
            return longer;
        }
    }

    private static byte[] transform(String internalName, int... values) {
        List<ClassFileTransformer> transformers = Arrays.stream(values)
                .<ClassFileTransformer>mapToObj(Appending::new)
                .toList();
        return new HookTransformers(Map.of("a.b.Hooked", transformers))
                .transform(null, internalName, null, null, new byte[] {7});
    }

    @Test
    void eachTransformerGetsTheResultOfThoseBeforeIt() {
        assertThat(transform("a/b/Hooked", 1, 2, 3)).containsExactly(7, 1, 2, 3);
    }

    @Test
    void transformerThatChangesNothingIsLeftOut() {
        assertThat(transform("a/b/Hooked", 1, -1, 3)).containsExactly(7, 1, 3);
        assertThat(transform("a/b/Hooked", -1, 2)).containsExactly(7, 2);
    }

    @Test
    void transformerThatFailsIsLeftOut() {
        assertThat(transform("a/b/Hooked", 1, FAILING, 3)).containsExactly(7, 1, 3);
        assertThat(transform("a/b/Hooked", FAILING)).isNull();
    }

    @Test
    void classThatNothingChangesHasNoNewCode() {
        assertThat(transform("a/b/Hooked", -1, -1)).isNull();
        assertThat(transform("a/b/Hooked")).isNull();
        assertThat(transform("a/b/Other", 1)).isNull();
        assertThat(transform(null, 1)).isNull();
    }
}
