package io.foreread.it.bench.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

class ScrapePaceTest {
    private static final int CLIENTS = 16;

    private final ScrapePace pace = new ScrapePace(250);

    @Test
    void aScrapeWithoutCompetitorsIsNotDelayed() {
        assertThat(pace.enter(1_000)).isZero();
        pace.leave();

        assertThat(pace.enter(1_010)).isZero();
    }

    @Test
    void competingScrapesGetTheirResponsesOneAtATime() {
        assertThat(pace.enter(1_000)).isZero();
        assertThat(pace.enter(1_000)).isEqualTo(250);
        assertThat(pace.enter(1_100)).isEqualTo(400);
        assertThat(pace.enter(9_000)).as("after all responses").isZero();
    }

    @Test
    void sixteenClientsThatScrapeInALoopShareTheResponses() {
        PriorityQueue<Long> responses = new PriorityQueue<>();
        for (int i = 0; i < CLIENTS; i++) responses.add(pace.enter(0));
        long served = 0;
        for (; responses.element() < 40_000; served++) {
            long now = responses.remove();
            pace.leave();
            responses.add(now + pace.enter(now));
        }

        assertThat(served).isEqualTo(40_000 / 250);
    }
}
