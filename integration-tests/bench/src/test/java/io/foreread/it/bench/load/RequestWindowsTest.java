package io.foreread.it.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestWindowsTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final RequestWindows windows = new RequestWindows();
    private final long beforeNanos = System.nanoTime() - 1;
    private final RequestWindow window = windows.begin();

    @Test
    void aRequestBelongsToTheWindowInWhichItWasDueEvenIfItIsSentLater() {
        windows.send(beforeNanos).with(true, true, 100 * MILLI);
        long insideNanos = System.nanoTime();
        window.end();
        RequestWindow next = windows.begin();
        windows.send(insideNanos).with(true, true, 7 * MILLI);
        windows.send(System.nanoTime()).with(true, true, 2 * MILLI);
        next.end();
        windows.send(System.nanoTime() + 1).with(true, true, 200 * MILLI);

        assertThat(window.quantiles(SHORT).readP99Millis()).isEqualTo(7);
        assertThat(next.quantiles(SHORT).readP99Millis()).isEqualTo(2);
    }

    @Test
    void theQuantilesIncludeRequestsThatAreAnsweredAfterTheEnd() {
        windows.send(System.nanoTime()).with(true, false, MILLI);
        RequestWindows.Answered slow = windows.send(System.nanoTime());
        endWithAllSent();
        CompletableFuture<RequestLatency> quantiles = CompletableFuture.supplyAsync(window::quantiles);
        assertThat(quantiles).isNotDone();

        slow.with(true, false, 900 * MILLI);

        assertThat(quantiles.join().writeP99Millis()).isEqualTo(900);
    }

    @Test
    void aRequestWithoutAResponseFailsTheRun() {
        windows.send(System.nanoTime());
        endWithAllSent();

        assertThatThrownBy(() -> window.quantiles(SHORT))
                .hasMessageStartingWith("1 requests of a window have no response");
    }

    @Test
    void theQuantilesWaitForRequestsThatAreOverdue() {
        window.end();

        assertThatThrownBy(() -> window.quantiles(SHORT)).hasMessageEndingWith("and others are not sent");
    }

    @Test
    void aFailedRequestFailsTheRun() {
        windows.send(System.nanoTime()).with(false, true, MILLI);
        endWithAllSent();

        assertThatThrownBy(() -> window.quantiles(SHORT)).hasMessage("1 requests of a window failed");
    }

    private void endWithAllSent() {
        window.end();
        windows.send(System.nanoTime() + 1);
    }
}
