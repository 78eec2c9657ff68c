package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Uses a simulated JVM, which cannot retransform some classes. */
class RetransformationTest {
    private final List<List<Class<?>>> calls = new ArrayList<>();
    private final List<Long> nanos = new ArrayList<>();

    @Test
    void classThatFailsDoesNotFailTheOthers() {
        assertThat(Retransformation.of(jvm(Set.of(Two.class)), List.of(One.class, Two.class, Three.class)))
                .containsOnlyKeys(Two.class);
        assertThat(calls).containsExactly(List.of(One.class), List.of(Two.class), List.of(Three.class));
        // The threads of the node run between the pauses.
        for (int i = 1; i < nanos.size(); i++)
            assertThat(nanos.get(i) - nanos.get(i - 1))
                    .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(Retransformation.RUN_MILLIS));
    }

    @Test
    void withoutClassesTheJvmIsNotCalled() {
        assertThat(Retransformation.of(jvm(Set.of()), List.of())).isEmpty();
        assertThat(calls).isEmpty();
    }

    private Instrumentation jvm(Set<Class<?>> failing) {
        return (Instrumentation) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Instrumentation.class}, (proxy, method, arguments) -> {
                    List<Class<?>> types = List.of((Class<?>[]) arguments[0]);
                    calls.add(types);
                    nanos.add(System.nanoTime());
                    if (types.stream().anyMatch(failing::contains)) throw new UnmodifiableClassException();
                    return null;
                });
    }

    private static final class One {}

    private static final class Two {}

    private static final class Three {}
}
