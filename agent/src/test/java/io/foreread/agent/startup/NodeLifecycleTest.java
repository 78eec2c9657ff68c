package io.foreread.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.config.ConfigSources;
import io.foreread.agent.control.ReadAheadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Uses the MBean server of this JVM, and no endpoint. */
class NodeLifecycleTest {
    private static final long LIMIT_SECONDS = 20;

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    private final NodeLifecycle lifecycle;

    NodeLifecycleTest() throws Exception {
        AgentConfig config = AgentConfig.of(ConfigSources.read("listen=off", new Properties()), Set.of());
        lifecycle = new NodeLifecycle(config, null, () -> {
            throw new IllegalStateException("there is no file");
        });
    }

    /** The listener is called by the thread that unregisters the MBean. */
    @Test
    void nodeDoesNotWaitForTheEndOfAClose() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        NotificationListener blocking = (notification, handback) -> {
            if (!notification.getType().equals(MBeanServerNotification.UNREGISTRATION_NOTIFICATION)) return;
            closing.countDown();
            try {
                mayEnd.await(LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        lifecycle.open(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        beans.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, blocking, null, null);
        try {
            CompletableFuture<List<String>> closed = CompletableFuture.supplyAsync(lifecycle::close);
            assertThat(closing.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            CompletableFuture.runAsync(lifecycle::started).get(LIMIT_SECONDS / 2, TimeUnit.SECONDS);
            assertThat(closed).isNotDone();
            mayEnd.countDown();
            assertThat(closed.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isEmpty();
        } finally {
            beans.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, blocking);
        }
        assertThat(beans.isRegistered(new ObjectName(ReadAheadMXBean.NAME))).isFalse();
    }

    @Test
    void endpointIsOpeningUntilItsThreadEnds() throws Exception {
        assertThat(lifecycle.isOpening()).isFalse();
        CountDownLatch mayEnd = new CountDownLatch(1);
        CompletableFuture<Thread> opening = new CompletableFuture<>();
        NotificationListener blocking = (notification, handback) -> {
            opening.complete(Thread.currentThread());
            try {
                mayEnd.await(LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        beans.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, blocking, null, null);
        try {
            lifecycle.starting();
            assertThat(lifecycle.isOpening()).isTrue();
            Thread thread = opening.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(thread.isDaemon()).as("does not keep the JVM running").isTrue();
            assertThat(thread.getContextClassLoader())
                    .as("keeps no class loader in memory")
                    .isNull();
        } finally {
            mayEnd.countDown();
            await().until(() -> !lifecycle.isOpening());
            beans.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, blocking);
        }
        assertThat(lifecycle.close()).isEmpty();
    }

    /** The detach of an agent whose start takes long. */
    @Test
    void anMBeanThatIsRegisteredDuringTheCloseIsUnregistered() throws Exception {
        NotificationListener closing = (notification, handback) -> {
            if (notification.getType().equals(MBeanServerNotification.REGISTRATION_NOTIFICATION)) lifecycle.close();
        };
        beans.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, closing, null, null);
        try {
            lifecycle.open(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        } finally {
            beans.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, closing);
        }
        assertThat(beans.isRegistered(new ObjectName(ReadAheadMXBean.NAME))).isFalse();
    }

    @Test
    void whatCannotBeClosedIsReported() throws Exception {
        lifecycle.open(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        NotificationListener failing = (notification, handback) -> {
            throw new StackOverflowError("of the listener");
        };
        beans.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, failing, null, null);
        try {
            assertThat(lifecycle.close())
                    .containsExactly("cannot unregister the MBean: java.lang.StackOverflowError: of the listener");
        } finally {
            beans.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, failing);
        }
        assertThat(lifecycle.close()).isEmpty();
    }

    @Test
    void nothingIsOpenedAfterAClose() throws Exception {
        assertThat(lifecycle.close()).isEmpty();
        lifecycle.open(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        assertThat(beans.isRegistered(new ObjectName(ReadAheadMXBean.NAME))).isFalse();
    }
}
