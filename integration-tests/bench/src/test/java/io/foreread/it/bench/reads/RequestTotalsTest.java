package io.foreread.it.bench.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.it.fixture.DeviceStats;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestTotalsTest {
    private final RequestTotals totals = new RequestTotals();

    @Test
    void periodsAreAddedUpAndFailedRequestsHaveNoLatency() {
        totals.add(TimeUnit.MILLISECONDS.toNanos(1));
        totals.add(new DeviceStats.Reads(3, 12_288, 1));
        totals.add(TimeUnit.MILLISECONDS.toNanos(9));
        totals.addFailed();
        totals.add(new DeviceStats.Reads(2, 8192, 1));

        assertThat(totals.requests()).isEqualTo(2);
        assertThat(totals.failed()).isEqualTo(1);
        assertThat(totals.quantileMillis(0.5)).isEqualTo(1);
        assertThat(totals.quantileMillis(0.99)).isEqualTo(9);
        assertThat(totals.deviceReadsPerRequest()).isEqualTo(2.5);
        assertThat(totals.bytesPerRequest()).isEqualTo(10_240);
    }

    @Test
    void requestsWithoutAnyAnswerAreAFailure() {
        totals.addFailed();
        totals.add(new DeviceStats.Reads(3, 12_288, 1));

        assertThatThrownBy(totals::bytesPerRequest).hasMessage("no request was answered");
        assertThatThrownBy(() -> Phase.of(totals)).hasMessage("no request was answered");
    }
}
