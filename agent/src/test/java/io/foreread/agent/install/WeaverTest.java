package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Uses a simulated JVM, in which a class appears at a chosen moment. */
class WeaverTest {
    private static final byte[] CHANGED = {1};

    private final ClassLoader cassandra = getClass().getClassLoader();
    private final List<String> calls = new ArrayList<>();
    private final List<Class<?>> loaded = new ArrayList<>();
    private final AtomicInteger passes = new AtomicInteger();
    /** Called before each list of the loaded classes. */
    private Runnable beforePass = () -> {};

    private Retransformed whenRetransformed = type -> {};
    private Throwable failure;

    private interface Retransformed {
        void of(Class<?> type) throws IllegalClassFormatException;
    }

    @Test
    void onlyHookedClassesOfTheLoaderAreWoven() throws Exception {
        Weaver weaver = weaver(changing());
        assertThat(weave(weaver, cassandra, Hooked.class)).isEqualTo(CHANGED);
        assertThat(weave(weaver, cassandra, WeaverTest.class)).isNull();
        assertThat(weave(weaver, ClassLoader.getPlatformClassLoader(), Hooked.class))
                .isNull();
        assertThat(weaver.transform(cassandra, null, null, null, new byte[0])).isNull();
        assertThat(weaver.hasWoven(Hooked.class.getName())).isTrue();
    }

    @Test
    void classThatTheTransformerDoesNotChangeIsNotRestored() throws Exception {
        Weaver weaver = weaver((loader, name, type, domain, bytes) -> null);
        weave(weaver, cassandra, Hooked.class);
        loaded.add(Hooked.class);
        assertThat(weaver.hasWoven(Hooked.class.getName())).isFalse();
        assertThat(weaver.unweave(jvm())).isEmpty();
        assertThat(calls).containsExactly("removeTransformer");
    }

    @Test
    void wovenClassIsRestoredOnceAfterTheTransformerIsRemoved() throws Exception {
        Weaver weaver = weaver(changing());
        weave(weaver, cassandra, Hooked.class);
        loaded.addAll(List.of(WeaverTest.class, Hooked.class));
        assertThat(weaver.unweave(jvm())).isEmpty();
        assertThat(calls).containsExactly("removeTransformer", "retransform Hooked");
        assertThat(weaver.unweave(jvm())).isEmpty();
        assertThat(calls).containsExactly("removeTransformer", "retransform Hooked", "removeTransformer");
    }

    @Test
    void classThatIsWovenAndNotYetDefinedIsAwaited() throws Exception {
        Weaver weaver = weaver(changing());
        weave(weaver, cassandra, Hooked.class);
        beforePass = () -> {
            if (passes.get() == 3) loaded.add(Hooked.class);
        };
        assertThat(weaver.unweave(jvm())).isEmpty();
        assertThat(calls).containsExactly("removeTransformer", "retransform Hooked");
    }

    @Test
    void classThatIsNotDefinedInTimeIsReportedAndRestoredByAFurtherCall() throws Exception {
        Weaver weaver = weaver(changing());
        weave(weaver, cassandra, Hooked.class);
        assertThat(weaver.unweave(jvm()))
                .containsExactly("another thread has not yet defined " + Hooked.class.getName());
        loaded.add(Hooked.class);
        assertThat(weaver.unweave(jvm())).isEmpty();
        assertThat(calls).containsExactly("removeTransformer", "removeTransformer", "retransform Hooked");
    }

    /** Each pass reads the list of all classes of the JVM. */
    @Test
    void theWaitForAClassPausesBetweenThePasses() throws Exception {
        Weaver weaver = weaver(changing());
        weave(weaver, cassandra, Hooked.class);
        assertThat(weaver.unweave(jvm())).hasSize(1);
        assertThat(passes).as("passes in 1 s").hasValueBetween(2, 150);
    }

    @Test
    void classWhoseDefinitionFailedIsNotAwaitedForever() throws Exception {
        Weaver weaver = weaver(changing());
        weave(weaver, cassandra, Hooked.class);
        assertThat(weaver.unweave(jvm())).hasSize(1);
        assertThat(weaver.unweave(jvm())).isEmpty();
        assertThat(weaver.hasWoven(Hooked.class.getName())).isFalse();
        assertThat(calls).containsExactly("removeTransformer", "removeTransformer");
    }

    @Test
    void failedRestoreIsReportedAndRepeated() throws Exception {
        Weaver weaver = weaver(changing());
        weave(weaver, cassandra, Hooked.class);
        loaded.add(Hooked.class);
        failure = new InternalError("redefinition failed");
        assertThat(weaver.unweave(jvm()))
                .containsExactly("cannot restore " + Hooked.class.getName() + ": java.lang.InternalError: redefinition"
                        + " failed");
        failure = null;
        assertThat(weaver.unweave(jvm())).isEmpty();
        assertThat(calls).endsWith("removeTransformer", "retransform Hooked");
    }

    /** The JVM calls the transformer while the threads of the node run, and then stops them. */
    @Test
    void threadsOfTheNodeRunBetweenThePausesOfClassesThatAreWoven() throws Exception {
        Weaver weaver = weaver(changing());
        List<Long> pauseNanos = new ArrayList<>();
        whenRetransformed = type -> {
            weave(weaver, cassandra, type, type);
            pauseNanos.add(System.nanoTime());
        };
        assertThat(weaver.weave(jvm(), List.of(Hooked.class, Hooked.class, Hooked.class)))
                .isEmpty();
        // After the first pause the node runs for longer.
        assertThat(pauseNanos.get(2) - pauseNanos.get(1))
                .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(Retransformation.RUN_MILLIS));
    }

    /** Otherwise the start of a node would take longer. */
    @Test
    void aClassThatIsLoadedIsWovenAtOnce() throws Exception {
        Weaver weaver = weaver(changing());
        weaver.weave(jvm(), List.of(Hooked.class));
        long shortestNanos = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            weaver.weave(jvm(), List.of(Hooked.class));
            long startNanos = System.nanoTime();
            weave(weaver, cassandra, Hooked.class);
            shortestNanos = Math.min(shortestNanos, System.nanoTime() - startNanos);
        }
        assertThat(shortestNanos).isLessThan(TimeUnit.MILLISECONDS.toNanos(Retransformation.RUN_MILLIS) / 2);
    }

    /** The JVM can have decided to call a transformer before it was removed. */
    @Test
    void nothingIsWovenAfterTheEnd() throws Exception {
        Weaver weaver = weaver(changing());
        weaver.unweave(jvm());
        assertThat(weave(weaver, cassandra, Hooked.class)).isNull();
        assertThat(weaver.hasWoven(Hooked.class.getName())).isFalse();
    }

    @Test
    void threadThatIsWeavingAClassIsAwaited() throws Exception {
        CountDownLatch weaving = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Weaver weaver = weaver((loader, name, type, domain, bytes) -> {
            weaving.countDown();
            await(mayEnd);
            return CHANGED;
        });
        Thread thread = startWeaving(weaver);
        weaving.await();
        beforePass = () -> {
            if (passes.get() == 2) mayEnd.countDown();
            if (passes.get() == 5) loaded.add(Hooked.class);
        };
        assertThat(weaver.unweave(jvm())).isEmpty();
        assertThat(calls).containsExactly("removeTransformer", "retransform Hooked");
        thread.join();
    }

    @Test
    void threadThatDoesNotEndWeavingInTimeIsReported() throws Exception {
        CountDownLatch weaving = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Weaver weaver = weaver((loader, name, type, domain, bytes) -> {
            weaving.countDown();
            await(mayEnd);
            return null;
        });
        Thread thread = startWeaving(weaver);
        weaving.await();
        assertThat(weaver.unweave(jvm())).containsExactly("another thread is still weaving a class");
        mayEnd.countDown();
        thread.join();
        assertThat(weaver.unweave(jvm())).isEmpty();
    }

    private Thread startWeaving(Weaver weaver) {
        Thread thread = new Thread(() -> {
            try {
                weave(weaver, cassandra, Hooked.class);
            } catch (IllegalClassFormatException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Transforming {
        byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile);
    }

    private static Transforming changing() {
        return (loader, name, type, domain, bytes) -> CHANGED;
    }

    private Weaver weaver(Transforming transforming) {
        ClassFileTransformer transformer = new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
                return transforming.transform(loader, name, redefined, domain, classFile);
            }
        };
        return new Weaver(cassandra, Set.of(Hooked.class.getName()), transformer);
    }

    private static byte[] weave(Weaver weaver, ClassLoader loader, Class<?> type) throws IllegalClassFormatException {
        return weave(weaver, loader, type, null);
    }

    private static byte[] weave(Weaver weaver, ClassLoader loader, Class<?> type, Class<?> redefined)
            throws IllegalClassFormatException {
        return weaver.transform(loader, type.getName().replace('.', '/'), redefined, null, new byte[0]);
    }

    private Instrumentation jvm() {
        return (Instrumentation) Proxy.newProxyInstance(
                cassandra, new Class<?>[] {Instrumentation.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getAllLoadedClasses")) {
                        passes.incrementAndGet();
                        beforePass.run();
                        return loaded.toArray(new Class<?>[0]);
                    }
                    if (!method.getName().equals("retransformClasses")) {
                        calls.add(method.getName());
                        return true;
                    }
                    calls.add("retransform " + ((Class<?>[]) arguments[0])[0].getSimpleName());
                    whenRetransformed.of(((Class<?>[]) arguments[0])[0]);
                    if (failure != null) throw failure;
                    return null;
                });
    }

    private static final class Hooked {}
}
