package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.foreread.agent.control.ReadAheadMXBean;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.ObjectName;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attaches the classes of this build to a simulated node so that a step is refused, fails or hangs. */
class NodeAttachmentFailureTest extends SimulatedNode {
    @Test
    void nodeThatHasNotStartedIsRefusedWithoutAChange() throws Exception {
        service.initialized = false;
        assertRefused("listen=off", "Cassandra has not started yet");
    }

    @Test
    void wrongSettingsAreRefusedWithoutAChange() throws Exception {
        assertRefused("block-size=3,colour=blue", "block-size: '3' is not allowed");
        assertRefused("config=/nonexistent/foreread.yaml", "/nonexistent/foreread.yaml does not exist");
        assertRefused("enabled=false", "switched off by configuration");
    }

    private void assertRefused(String arguments, String reason) throws Exception {
        Map<String, byte[]> original = byteCode();
        assertThat(attach(arguments)).asString().startsWith("refused ").contains(reason);
        assertNothingIsLeft(original);
    }

    /** Another MBean has the name, so that the first step of the start fails. */
    @Test
    void startThatFailsToRegisterTheMBeanLeavesNothing() throws Exception {
        ObjectName name = new ObjectName(ReadAheadMXBean.NAME);
        beans.registerMBean(new SimulatedService(), name);
        Map<String, byte[]> original = byteCode();
        try {
            assertThat(attach("listen=127.0.0.1:" + port)).asString().startsWith("failed the start failed: ");
            assertThat(beans.isRegistered(name)).isTrue();
        } finally {
            beans.unregisterMBean(name);
        }
        assertNothingIsLeft(original);
    }

    /** At these calls the endpoint is open, and at the second one the transformer is registered too. */
    @ParameterizedTest
    @ValueSource(strings = {"addTransformer", "getAllLoadedClasses"})
    void startThatFailsToWeaveLeavesNothing(String failing) throws Exception {
        Map<String, byte[]> original = byteCode();
        AtomicInteger failures = new AtomicInteger(1);
        Answer answer =
                attachments.attach(jar.toFile(), "listen=127.0.0.1:" + port, failingJvm(failing, failures), true);
        assertThat(failures).hasValue(0);
        assertThat(answer)
                .hasToString("failed the start failed: java.lang.IllegalStateException: " + failing + " has failed");
        assertNothingIsLeft(original);
    }

    @Test
    void rollbackThatFailsCanBeRepeated() throws Exception {
        Map<String, byte[]> original = byteCode();
        AtomicInteger failures = new AtomicInteger(2);
        Answer answer = attachments.attach(
                jar.toFile(), "listen=127.0.0.1:" + port, failingJvm("getAllLoadedClasses", failures), true);
        assertThat(failures).hasValue(0);
        assertThat(answer.message()).contains("the detach is incomplete", "cannot restore the byte code");
        assertThat(last()).startsWith("incomplete ").contains("cannot restore the byte code");
        assertThat(attachments.detach()).hasToString("ok Foreread is detached");
        assertNothingIsLeft(original);
    }

    @Test
    void readOfAnMBeanThatHangsDoesNotPreventADetachNorTheNextAttach() throws Exception {
        String state = "detached; its memory is freed when these threads end: foreread-background-reader";
        Map<String, byte[]> original = byteCode();
        service.hangs = true;
        attach("listen=127.0.0.1:" + port);
        assertThat(service.hanging.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(attachments.detach()).hasToString("ok Foreread is " + state);
        for (Map.Entry<String, byte[]> type : byteCode().entrySet())
            assertThat(type.getValue()).as(type.getKey()).isEqualTo(original.get(type.getKey()));

        assertThat(attach("listen=off")).asString().startsWith("ok ");
        assertThat(attachments.detach()).hasToString("ok Foreread is " + state);

        // The former attachment is freed while another one, with threads of the same names, is attached.
        service.hangs = false;
        assertThat(attach("listen=127.0.0.1:" + port)).asString().startsWith("ok ");
        service.mayReturn.countDown();
        awaitCollected(loaders.get(0));
        assertThat(attachments.detach()).hasToString("ok Foreread is detached");
        await().until(() -> ourThreads().isEmpty());
        assertNothingIsLeft(original);
    }

    /** A JVM whose method throws that often, and works then. */
    private static Instrumentation failingJvm(String failing, AtomicInteger failures) {
        Instrumentation real = ByteBuddyAgent.install();
        return (Instrumentation) Proxy.newProxyInstance(
                NodeAttachmentFailureTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals(failing) && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0)
                        throw new IllegalStateException(failing + " has failed");
                    return method.invoke(real, arguments);
                });
    }
}
