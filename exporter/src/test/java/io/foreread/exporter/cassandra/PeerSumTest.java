package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.source.NodeMetric;
import org.junit.jupiter.api.Test;

class PeerSumTest {
    @Test
    void aSumOfGaugesHasNothingToContinue() {
        PeerSum sum = new PeerSum(NodeMetric.Kind.GAUGE, false, (part, failure) -> {}, PeerSum.Past.NONE);
        assertThat(sum.past()).isSameAs(PeerSum.Past.NONE);
    }
}
