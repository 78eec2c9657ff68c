package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.config.EndpointConfig;
import io.foreread.exporter.source.MetricSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks how the server binds its address, and that it frees its port. */
class MetricsServerBindTest {
    private final Endpoint endpoint = new Endpoint();

    MetricsServerBindTest() throws EndpointException {}

    @AfterEach
    void close() {
        endpoint.close();
    }

    @Test
    void serverThatWasNeverStartedFreesItsPortOnClose() throws Exception {
        int port = freePort();
        for (int i = 0; i < 3; i++) {
            MetricsServer server = MetricsServer.bind(new EndpointConfig("127.0.0.1", port), site(source -> {}));
            server.close();
            server.close();
        }
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    }

    @Test
    void failureAfterBindingFreesThePort() throws Exception {
        int port = freePort();
        assertThatThrownBy(() -> MetricsServer.bind(new EndpointConfig("127.0.0.1", port), site(source -> {
                    throw new IllegalStateException("a defect");
                })))
                .isInstanceOf(IllegalStateException.class);
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    }

    @Test
    void portInUseIsReportedWithTheSetting() {
        assertThatThrownBy(() -> MetricsServer.bind(
                        new EndpointConfig("127.0.0.1", endpoint.port()), endpoint.exposition, null, () -> true))
                .isInstanceOf(EndpointException.class)
                .hasMessageContaining("127.0.0.1:" + endpoint.port())
                .hasMessageContaining("set listen to");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no.such.host.invalid", "192.0.2.1"})
    void addressThatIsNotOfThisHostIsReportedWithTheSetting(String host) {
        assertThatThrownBy(() -> MetricsServer.bind(new EndpointConfig(host, 0), endpoint.exposition, null, () -> true))
                .isInstanceOf(EndpointException.class)
                .hasMessageContaining(host + ":0")
                .hasMessageContaining("set listen to");
    }

    @Test
    void urlOfAnIpv6AddressHasBrackets() {
        assertThat(new EndpointConfig("::1", 9507)).hasToString("[::1]:9507");
        assertThat(endpoint.url()).isEqualTo("http://127.0.0.1:" + endpoint.port() + "/");
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static Site site(Consumer<MetricSource> added) {
        return new Site() {
            @Override
            public void add(MetricSource source) {
                added.accept(source);
            }

            @Override
            public Exposition exposition(String target, boolean complete, long limitNanos) {
                throw new UnsupportedOperationException();
            }

            @Override
            public String page() {
                return "";
            }

            @Override
            public String notReady() {
                return null;
            }
        };
    }
}
