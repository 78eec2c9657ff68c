package io.foreread.agent.resident.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.foreread.agent.compaction.AttachedCompactionInputs;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.writer.AttachedWriters;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProbeDispatchTest {
    private final List<String> calls = new ArrayList<>();

    @AfterEach
    void detach() {
        Dispatch.toNone();
    }

    @Test
    void withoutAnAttachmentNothingIsRecorded() throws ReflectiveOperationException {
        for (Method method : dispatched()) {
            Object returned = method.invoke(null, arguments(method));
            if (method.getReturnType() == long.class)
                assertThat(returned).as(method.getName()).isEqualTo(0L);
        }
        assertThat(calls).isEmpty();
    }

    @Test
    void eachCallReachesTheMethodOfTheSameNameWithTheSameArguments() throws ReflectiveOperationException {
        attach(7);
        List<String> expected = new ArrayList<>();
        for (Method method : dispatched()) {
            Object[] arguments = arguments(method);
            expected.add(method.getName() + Arrays.toString(arguments));
            Object returned = method.invoke(null, arguments);
            if (method.getReturnType() == long.class) assertThat(returned).isEqualTo(7L);
        }
        assertThat(calls).hasSizeGreaterThan(10).isEqualTo(expected);
    }

    @Test
    void failureOfTheHandlerForFailuresIsNotThrown() {
        Probes failing = (Probes) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Probes.class}, (proxy, method, arguments) -> {
                    throw new StackOverflowError();
                });
        Dispatch.to(new AttachedScans(), new AttachedWriters(), new AttachedCompactionInputs(), failing);
        assertThatCode(() -> ProbeDispatch.failed(new IllegalStateException())).doesNotThrowAnyException();
    }

    private void attach(long returned) {
        Probes recording = (Probes) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Probes.class}, (proxy, method, arguments) -> {
                    calls.add(method.getName() + Arrays.toString(arguments == null ? new Object[0] : arguments));
                    return method.getReturnType() == long.class ? returned : null;
                });
        Dispatch.to(new AttachedScans(), new AttachedWriters(), new AttachedCompactionInputs(), recording);
    }

    private static List<Method> dispatched() {
        return Arrays.stream(ProbeDispatch.class.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .toList();
    }

    private static Object[] arguments(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(type -> {
                    if (type == long.class) return 5L;
                    if (type == boolean.class) return true;
                    return type == Throwable.class ? new IllegalStateException("a defect of a probe") : "Data.db";
                })
                .toArray();
    }
}
