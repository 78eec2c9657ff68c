package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.hook.ShapeHook;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.tools.JavaFileObject;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.FixedValue;
import org.junit.jupiter.api.Test;

/** Checks landmarks on classes of the tests. LinkIT checks those of the classes of Cassandra. */
class KnownClassTest {
    static class Shaped {
        int bytes = 4;

        int more() {
            return bytes + 4;
        }
    }

    private static byte[] changed(int returned) {
        return new ByteBuddy()
                .subclass(Shaped.class)
                .name("io.foreread.agent.install.Changed")
                .method(method -> method.getName().equals("more"))
                .intercept(FixedValue.value(returned))
                .make()
                .getBytes();
    }

    private static String missing(byte[] classFile, String... digests) throws IOException {
        return Landmark.missing(new ShapeHook(Shaped.class, digests), classFile, name -> classFile);
    }

    @Test
    void classIsKnownOnlyWithTheSameCode() throws IOException {
        byte[] examined = changed(4);
        String digest = CodeDigest.of(examined);
        assertThat(missing(examined, "other", digest)).isNull();
        assertThat(missing(examined, "other"))
                .isEqualTo("depends on " + Shaped.class.getName() + ", whose code is not known (" + digest + ")");
        assertThat(missing(changed(8), digest)).contains("whose code is not known");
    }

    @Test
    void eachKindOfInstructionCounts() throws IOException {
        List<Class<?>> types = List.of(
                Shaped.class,
                Map.Entry.class,
                Callable.class,
                JavaFileObject.class,
                KnownClassTest.class,
                Landmark.class);
        assertThat(types.stream().map(KnownClassTest::digest)).doesNotHaveDuplicates();
    }

    private static String digest(Class<?> type) {
        try (var in = type.getResourceAsStream(type.getName().replaceFirst(".*\\.", "") + ".class")) {
            return CodeDigest.of(in.readAllBytes());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void classThatIsMissingIsUnknown() throws IOException {
        byte[] examined = changed(4);
        assertThat(Landmark.missing(new ShapeHook(Shaped.class, CodeDigest.of(examined)), examined, name -> null))
                .contains("no such class");
    }
}
