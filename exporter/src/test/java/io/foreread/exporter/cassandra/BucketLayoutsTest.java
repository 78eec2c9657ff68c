package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.catalog.Metric;
import org.junit.jupiter.api.Test;

class BucketLayoutsTest {
    private final BucketLayouts layouts = new BucketLayouts();

    @Test
    void histogramsWithEqualBoundsScaleAndUnitShareALayout() {
        BucketLayout layout = of(1, Metric.Unit.NONE, 10, 20);
        assertThat(layout).isNotNull();
        assertThat(of(1, Metric.Unit.NONE, 10, 20)).isSameAs(layout);
        assertThat(of(1, Metric.Unit.BYTES, 10, 20)).isNotSameAs(layout);
        assertThat(of(2, Metric.Unit.NONE, 10, 20)).isNotSameAs(layout);
        assertThat(of(1, Metric.Unit.NONE, 10, 21)).isNotSameAs(layout);
    }

    private BucketLayout of(double scale, Metric.Unit unit, long... offsets) {
        return layouts.of(new BucketCounts(offsets, new long[offsets.length + 1]), false, scale, unit);
    }

    @Test
    void distributionWithoutBucketsIsRejected() {
        assertThatThrownBy(() -> layouts.of(new BucketCounts(null, new long[3]), true, 1, Metric.Unit.SECONDS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no bucket counts");
    }

    @Test
    void countsThatDoNotMatchTheBoundsAreRejected() {
        BucketCounts tooFew = new BucketCounts(new long[] {1, 2}, new long[2]);
        assertThatThrownBy(() -> layouts.of(tooFew, true, 1, Metric.Unit.SECONDS))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
