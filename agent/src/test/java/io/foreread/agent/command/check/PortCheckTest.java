package io.foreread.agent.command.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.config.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortCheckTest {
    @Test
    void portInUseIsAProblemIfTheNodeRunsWithoutTheAgent() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HostPort listen = HostPort.parse("127.0.0.1:" + taken.getLocalPort(), "");
            assertThat(PortCheck.of(listen, true).verdict()).isEqualTo(Verdict.PROBLEM);
            assertThat(PortCheck.of(listen, false).verdict()).isEqualTo(Verdict.OK);
        }
        HostPort ofOtherHost = HostPort.parse("192.0.2.1:9507", "");
        assertThat(PortCheck.of(ofOtherHost, false).verdict()).isEqualTo(Verdict.PROBLEM);
    }
}
