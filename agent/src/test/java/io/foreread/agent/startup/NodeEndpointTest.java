package io.foreread.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.control.ReadAheadMXBean;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.FileWatch;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.MetricsReload;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.Recorders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Opens and closes the endpoint and the MBean in this JVM, without Cassandra. */
class NodeEndpointTest {
    private static final String ANY_PORT = "127.0.0.1:0";
    private static final long LIMIT_MILLIS = 60_000;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.foreread.Foreread");
    private final List<String> logged = new CopyOnWriteArrayList<>();
    private volatile Consumer<String> whenLogged = line -> {};
    private final AppenderBase<ILoggingEvent> log = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            logged.add(event.getFormattedMessage());
            whenLogged.accept(event.getFormattedMessage());
        }
    };
    private NodeLifecycle lifecycle;

    @BeforeEach
    void captureTheLog() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void close() {
        logger.detachAppender(log);
        assertThat(lifecycle.close()).isEmpty();
    }

    private NodeLifecycle lifecycle(Map<String, String> settings) {
        lifecycle = new NodeLifecycle(AgentConfig.of(settings, Set.of("scrubber")), null, NodeEndpointTest::unchanged);
        return lifecycle;
    }

    private static MetricsReload.Settings unchanged() {
        return new MetricsReload.Settings(List.of(), MetricsConfig.defaults(), false);
    }

    private Object attachedWhileRunning() throws JMException {
        ObjectName name = new ObjectName(ReadAheadMXBean.NAME);
        return server.isRegistered(name) ? server.getAttribute(name, "AttachedWhileRunning") : null;
    }

    private String url() {
        assertThat(lifecycle.metrics()).matches("metrics at http://127\\.0\\.0\\.1:\\d+/metrics");
        return lifecycle.metrics().substring("metrics at ".length());
    }

    private int status(String url) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private String body(String url) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private void awaitReady(String ready, int status) {
        await().atMost(Duration.ofSeconds(30)).until(() -> status(ready) == status);
    }

    @Test
    void attachOpensTheEndpointOfANodeThatIsReadyAndCloseEndsIt() throws Exception {
        lifecycle(Map.of("listen", ANY_PORT));
        assertThat(lifecycle.metrics()).isEqualTo("no metrics are served: the endpoint is not open yet");
        lifecycle.open(LIMIT_MILLIS);
        assertThat(attachedWhileRunning()).isEqualTo(true);
        String url = url();
        assertThat(status(url)).isEqualTo(200);
        awaitReady(url.replace("/metrics", "/ready"), 200);
        assertThat(logged)
                .anyMatch(line -> line.startsWith("Foreread serves metrics at " + url
                        + ", no authentication; to let other hosts scrape it, set listen to an address they reach"));

        assertThat(lifecycle.close()).isEmpty();
        assertThat(attachedWhileRunning()).isNull();
        assertThat(lifecycle.metrics()).startsWith("no metrics are served: ");
        assertThatThrownBy(() -> status(url)).isInstanceOf(ConnectException.class);
        assertThat(lifecycle.close()).isEmpty();
    }

    @Test
    void onlyALocalEndpointIsLoggedAsOneThatOtherHostsCannotScrape() throws Exception {
        lifecycle(Map.of("listen", "0.0.0.0:0"));
        lifecycle.open(LIMIT_MILLIS);
        assertThat(logged)
                .filteredOn(line -> line.startsWith("Foreread serves metrics at http://0.0.0.0:"))
                .singleElement()
                .asString()
                .doesNotContain("other hosts");
    }

    @Test
    void anEndpointThatStartsWithTheNodeIsReadyOnceTheNodeHasStarted() throws Exception {
        lifecycle(Map.of("listen", ANY_PORT)).starting();
        await().atMost(Duration.ofSeconds(30)).until(() -> lifecycle.metrics().startsWith("metrics at "));
        assertThat(attachedWhileRunning()).isEqualTo(false);
        String ready = url().replace("/metrics", "/ready");
        assertThat(status(ready)).isEqualTo(503);
        lifecycle.started();
        awaitReady(ready, 200);
        assertThat(logged).anyMatch(line -> line.contains("hooks ready: "));
    }

    @Test
    void anEndpointThatOpensAfterTheNodeHasStartedIsReady() {
        lifecycle(Map.of("listen", ANY_PORT)).started();
        lifecycle.starting();
        await().atMost(Duration.ofSeconds(30)).until(() -> lifecycle.metrics().startsWith("metrics at "));
        awaitReady(url().replace("/metrics", "/ready"), 200);
    }

    @Test
    void withoutAnEndpointTheReasonIsKept() throws Exception {
        lifecycle(Map.of("listen", "off")).open(LIMIT_MILLIS);
        assertThat(lifecycle.metrics()).isEqualTo("no metrics are served: listen is off");
        assertThat(attachedWhileRunning()).isEqualTo(true);
        assertThat(logged).contains("Foreread serves no metrics (listen: off)");
    }

    @Test
    void anEndpointWithAProblemStaysClosed() throws Exception {
        lifecycle(Map.of("listen", ANY_PORT, "http.tls.key", "/k")).open(LIMIT_MILLIS);
        String problem = "http.tls.key requires http.tls.certificate";
        assertThat(lifecycle.metrics()).isEqualTo("no metrics are served: " + problem);
        assertThat(logged)
                .contains("Foreread: " + problem)
                .anyMatch(line -> line.startsWith("Foreread serves no metrics: correct these settings"));
    }

    @Test
    void aPortInUseIsTheReason() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            lifecycle(Map.of("listen", address)).open(LIMIT_MILLIS);
            assertThat(lifecycle.metrics()).startsWith("no metrics are served: cannot listen on " + address);
            assertThat(logged).anyMatch(line -> line.startsWith("Foreread serves no metrics: cannot listen on "));
        }
    }

    @Test
    void nothingIsOpenedAfterTheClose() throws Exception {
        lifecycle(Map.of("listen", ANY_PORT)).close();
        lifecycle.open(LIMIT_MILLIS);
        assertThat(attachedWhileRunning()).isNull();
        assertThat(lifecycle.metrics()).isEqualTo("no metrics are served: the endpoint is not open yet");
        assertThat(logged).noneMatch(line -> line.startsWith("Foreread serves metrics"));
    }

    /** The detach of an agent whose start takes long. The settings are checked before the endpoint is opened. */
    @Test
    void anEndpointThatIsOpenedDuringTheCloseIsClosed(@TempDir Path directory) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path users = Files.writeString(directory.resolve("users"), "monitor:$2y$10$" + "a".repeat(53) + "\n");
        Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-r--r--"));
        whenLogged = line -> {
            if (line.endsWith("can be read by others; chmod 600 it")) lifecycle.close();
        };
        lifecycle(Map.of("listen", "127.0.0.1:" + port, "http.auth.users-file", users.toString()));
        lifecycle.open(LIMIT_MILLIS);
        assertThat(logged).anyMatch(line -> line.contains("can be read by others"));
        assertThat(lifecycle.metrics()).startsWith("no metrics are served: ");
        assertThatThrownBy(() -> status("http://127.0.0.1:" + port + "/metrics"))
                .isInstanceOf(ConnectException.class);
    }

    /** Cassandra's handler for uncaught exceptions can stop the node. */
    @Test
    void aFailureOfTheStartIsLoggedAndNotThrown() throws Exception {
        ObjectName name = new ObjectName(ReadAheadMXBean.NAME);
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        List<Throwable> uncaught = new CopyOnWriteArrayList<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
        server.registerMBean(new StandardMBean(() -> {}, Runnable.class), name);
        PrintStream stderr = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try {
            startToItsEnd();
            assertThat(lifecycle.metrics()).contains("InstanceAlreadyExistsException");
            assertThat(logged).contains("Foreread could not open its endpoint; Cassandra is not affected");

            System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
            whenLogged = line -> {
                throw new StackOverflowError();
            };
            startToItsEnd();
            assertThat(printed.toString(StandardCharsets.UTF_8))
                    .contains("foreread: could not open the endpoint, and could not log why: ");
        } finally {
            System.setErr(stderr);
            whenLogged = line -> {};
            Thread.setDefaultUncaughtExceptionHandler(before);
            server.unregisterMBean(name);
        }
        assertThat(uncaught).isEmpty();
    }

    private void startToItsEnd() {
        lifecycle(Map.of("listen", "off")).starting();
        await().until(() -> !lifecycle.isOpening());
    }

    @Test
    void onlyAConfigurationFileHasTheMetricsOfAReload(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("foreread.yaml"), "listen: " + ANY_PORT + "\n");
        lifecycle = new NodeLifecycle(
                AgentConfig.of(Map.of("listen", ANY_PORT), Set.of()), new FileWatch(file), NodeEndpointTest::unchanged);
        lifecycle.open(LIMIT_MILLIS);
        assertThat(body(url())).contains("foreread_config_last_reload_successful{file=\"configuration\"} 1");
        lifecycle.close();
        lifecycle(Map.of("listen", ANY_PORT)).open(LIMIT_MILLIS);
        assertThat(body(url())).doesNotContain("file=\"configuration\"");
    }

    @Test
    void theStateNamesTheHooksThatCanBeUsedAndThoseThatFailed() {
        for (HookStatus.State state : HookStatus.State.values())
            Recorders.HOOKS.set(new HookStatus("test-" + state.label(), state, ""));
        lifecycle(Map.of("listen", "off")).logState();
        assertThat(logged)
                .singleElement()
                .asString()
                .matches(".*; hooks ready: [^;]*test-applied[^;]*test-waiting[^;]*; failed: [^;]*test-failed.*")
                .doesNotContain("test-skipped");
        String state = logged.get(0);
        assertThat(state.substring(state.indexOf("; failed: "))).doesNotContain("test-applied", "test-waiting");
        assertThat(state.substring(0, state.indexOf("; failed: "))).doesNotContain("test-failed");
    }

    @Test
    void theStateNamesTheVersionTheSizesAndTheHooks() {
        lifecycle(Map.of("listen", "off")).logState();
        ReadAhead readAhead = ReadAhead.instance();
        assertThat(logged)
                .singleElement()
                .asString()
                .startsWith("Foreread " + BuildInfo.ofThisJar().version() + ": read-ahead "
                        + readAhead.mode().name().toLowerCase(Locale.ROOT) + ", block "
                        + readAhead.blockBytes() / 1024 + " KiB, budget "
                        + readAhead.budgetBytes() / (1024 * 1024) + " MiB; hooks ready: ")
                .matches(".*; hooks ready: .+; failed: .+");
    }
}
