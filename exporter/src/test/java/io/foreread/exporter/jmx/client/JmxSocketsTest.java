package io.foreread.exporter.jmx.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

class JmxSocketsTest {
    /** The kernel accepts connections for a JVM that is stopped. RMI reads from such a socket in a TLS handshake. */
    @Test
    void readFromANodeThatDoesNotAnswerTimesOut() throws IOException {
        JmxSockets sockets =
                new JmxSockets("127.0.0.1", new JmxAccess(null, null, true, new JmxLimits(200, 10_000, 4)));
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Socket socket = sockets.connect("127.0.0.1", silent.getLocalPort())) {
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        }
    }
}
