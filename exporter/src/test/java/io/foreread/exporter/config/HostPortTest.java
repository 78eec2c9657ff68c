package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.1:7199, 10.0.0.1, 7199",
        "cassandra-0.cassandra.svc:0, cassandra-0.cassandra.svc, 0",
        "[::1]:65535, ::1, 65535",
        "[fe80::1%eth0]:7199, fe80::1%eth0, 7199"
    })
    void hostAndPortKeepTheirForm(String text, String host, int port) {
        HostPort address = HostPort.parse(text, "");
        assertThat(address).hasToString(text).isEqualTo(HostPort.parse(text, ""));
        assertThat(address.host()).isEqualTo(host);
        assertThat(address.port()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", "host:", ":7199", "host:65536", "::1:7199", "a b:1", "http://host:7199"})
    void anythingElseIsRejectedWithAnExample(String text) {
        assertThatThrownBy(() -> HostPort.parse(text, "10.0.0.1:7199"))
                .hasMessageContaining("host:port, such as 10.0.0.1:7199");
    }

    @Test
    void addressesWithDifferentPortsAreNotEqual() {
        assertThat(HostPort.parse("a:1", "")).isNotEqualTo(HostPort.parse("a:2", ""));
    }
}
