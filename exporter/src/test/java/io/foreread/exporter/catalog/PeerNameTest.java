package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerNameTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.2, 10.0.0.2",
        "10.0.0.2_7000, 10.0.0.2:7000",
        "/10.0.0.2.7000, 10.0.0.2:7000",
        "node2.dc1.example.com/10.0.0.2.7000, 10.0.0.2:7000",
        "2001.db8.0.0.0.0.0.2, 2001:db8:0:0:0:0:0:2",
        "fe80.0.0.0.0.0.0.2%eth0, fe80:0:0:0:0:0:0:2%eth0",
        "_2001_db8_0_0_0_0_0_2__7000, [2001:db8:0:0:0:0:0:2]:7000",
        "/[2001.db8.0.0.0.0.0.2].7000, [2001:db8:0:0:0:0:0:2]:7000",
        "node2/[2001.db8.0.0.0.0.0.2].7000, [2001:db8:0:0:0:0:0:2]:7000"
    })
    void addressIsRestored(String text, String readable) {
        assertThat(PeerName.readable(text)).isEqualTo(readable);
    }

    @ParameterizedTest
    @CsvSource({"no.address", "10.0.0", "1.2.3.4.5.6", "_"})
    void otherTextIsUnchanged(String text) {
        assertThat(PeerName.readable(text)).isEqualTo(text);
    }
}
