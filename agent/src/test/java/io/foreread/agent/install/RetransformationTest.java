package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Uses a simulated JVM, which cannot retransform some classes. */
class RetransformationTest {
    private final Retransformation retransformation = new Retransformation();
    private final List<List<Class<?>>> calls = new ArrayList<>();
    private final List<Long> pauseNanos = new ArrayList<>();

    /** The work of a simulated transformer. */
    private Runnable weaving = () -> {};

    @Test
    void classThatFailsDoesNotFailTheOthers() {
        assertThat(retransformation.of(jvm(Set.of(Two.class)), List.of(One.class, Two.class, Three.class), () -> {}))
                .containsOnlyKeys(Two.class);
        assertThat(calls).containsExactly(List.of(One.class), List.of(Two.class), List.of(Three.class));
    }

    @Test
    void withoutClassesTheJvmIsNotCalled() {
        assertThat(retransformation.of(jvm(Set.of()), List.of(), () -> {})).isEmpty();
        assertThat(calls).isEmpty();
    }

    @Test
    void threadsOfTheNodeRunBetweenThePausesOfClassesThatAreRestored() {
        retransformation.of(
                jvm(Set.of()), List.of(One.class, Two.class, Three.class), retransformation::awaitNextPause);
        assertThat(shortestRunMillis()).isGreaterThanOrEqualTo(Retransformation.RUN_MILLIS);
    }

    @Test
    void nothingIsWovenWhileTheNodeCompilesItsCodeAgainAfterTheFirstPause() {
        List<Long> wovenNanos = new ArrayList<>();
        weaving = () -> wovenNanos.add(System.nanoTime());
        retransformation.of(jvm(Set.of()), List.of(One.class, Two.class), () -> {});
        for (int i = 0; i < 3; i++) retransformation.of(jvm(Set.of()), List.of(Three.class), () -> {});
        assertThat(TimeUnit.NANOSECONDS.toMillis(wovenNanos.get(1) - pauseNanos.get(0)))
                .isGreaterThanOrEqualTo(Retransformation.RUN_AFTER_FIRST_MILLIS);
        // The shortest of three waits, because this thread can lose the processor.
        long shortestNanos = IntStream.rangeClosed(2, 4)
                .mapToLong(i -> wovenNanos.get(i) - pauseNanos.get(i - 1))
                .min()
                .orElseThrow();
        assertThat(TimeUnit.NANOSECONDS.toMillis(shortestNanos)).isLessThan(Retransformation.RUN_AFTER_FIRST_MILLIS);
    }

    @Test
    void theTimeOfWeavingIsAPartOfTheTimeBetweenThePauses() {
        List<Long> waitedNanos = new ArrayList<>();
        weaving = () -> {
            long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Retransformation.RUN_MILLIS);
            while (System.nanoTime() < endNanos) Thread.onSpinWait();
            retransformation.awaitNextPause();
            waitedNanos.add(System.nanoTime() - endNanos);
        };
        retransformation.of(jvm(Set.of()), List.of(One.class, Two.class, Three.class), () -> {});
        assertThat(shortestRunMillis()).isGreaterThanOrEqualTo(Retransformation.RUN_MILLIS);
        // The shortest of three waits, because this thread can lose the processor.
        assertThat(waitedNanos.stream().min(Long::compare).orElseThrow())
                .isLessThan(TimeUnit.MILLISECONDS.toNanos(Retransformation.RUN_MILLIS) / 2);
    }

    @Test
    void aTransformerThatEndsEarlyWaitsForTheRest() {
        weaving = retransformation::awaitNextPause;
        retransformation.of(jvm(Set.of(One.class)), List.of(One.class, Two.class, Three.class), () -> {});
        assertThat(shortestRunMillis()).isGreaterThanOrEqualTo(Retransformation.RUN_MILLIS);
    }

    @Test
    void anInterruptEndsTheWaitAndRemains() {
        retransformation.of(jvm(Set.of()), List.of(One.class, Two.class), () -> {});
        Thread.currentThread().interrupt();
        retransformation.awaitNextPause();
        assertThat(Thread.interrupted()).isTrue();
    }

    private long shortestRunMillis() {
        assertThat(pauseNanos).hasSize(3);
        long shortestNanos = Math.min(pauseNanos.get(1) - pauseNanos.get(0), pauseNanos.get(2) - pauseNanos.get(1));
        return TimeUnit.NANOSECONDS.toMillis(shortestNanos);
    }

    private Instrumentation jvm(Set<Class<?>> failing) {
        return (Instrumentation) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Instrumentation.class}, (proxy, method, arguments) -> {
                    List<Class<?>> types = List.of((Class<?>[]) arguments[0]);
                    calls.add(types);
                    weaving.run();
                    pauseNanos.add(System.nanoTime());
                    if (types.stream().anyMatch(failing::contains)) throw new UnmodifiableClassException();
                    return null;
                });
    }

    private static final class One {}

    private static final class Two {}

    private static final class Three {}
}
