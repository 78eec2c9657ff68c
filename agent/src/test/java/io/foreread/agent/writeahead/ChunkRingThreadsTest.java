package io.foreread.agent.writeahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks which thread writes the chunks of a ring. */
@Timeout(60)
class ChunkRingThreadsTest extends NumberedChunks {
    @Test
    void ownerWritesItselfIfThereIsNoThread() {
        Thread owner = Thread.currentThread();
        ChunkRing ring = ring(
                (chunk, compressionNanos) -> {
                    assertThat(Thread.currentThread()).isSameAs(owner);
                    return write(chunk);
                },
                NumberedChunks::noThread);
        for (int i = 0; i < 50; i++) submit(ring, i);
        assertThat(ring.awaitAll())
                .as("nanoseconds of waiting for another thread")
                .isZero();
        assertThat(output).isEqualTo(numbers(0, 50));
    }

    @Test
    void threadIsRequestedOnceForHalfOfTheRing() {
        List<Runnable> requests = new ArrayList<>();
        ChunkRing ring = ring(this::write, requests::add);
        for (int i = 0; i < REQUEST_FROM - 1; i++) submit(ring, i);
        assertThat(requests).isEmpty();
        for (int i = REQUEST_FROM - 1; i < BUFFERS - 1; i++) submit(ring, i);
        assertThat(requests).hasSize(1);
        requests.get(0).run();
        assertThat(output).isEqualTo(numbers(0, BUFFERS - 1));
        for (int i = 0; i < REQUEST_FROM; i++) submit(ring, BUFFERS - 1 + i);
        assertThat(requests).hasSize(2);
    }

    @Test
    void threadIsRequestedAgainAfterARefusal() {
        AtomicInteger requests = new AtomicInteger();
        ChunkRing ring = ring(this::write, task -> {
            requests.incrementAndGet();
            return false;
        });
        for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
        assertThat(requests).hasValue(BUFFERS - REQUEST_FROM);
    }

    @Test
    void requestThatFailsIsARefusal() {
        AtomicInteger requests = new AtomicInteger();
        ChunkRing ring = ring(this::write, task -> {
            requests.incrementAndGet();
            throw new IllegalStateException("no thread");
        });
        for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
        assertThat(requests).as("requests, one for each later chunk").hasValue(BUFFERS - REQUEST_FROM);
        for (int i = BUFFERS - 1; i < 20; i++) submit(ring, i);
        ring.awaitAll();
        assertThat(output).isEqualTo(numbers(0, 20));
    }

    @Test
    void ownerDoesNotWaitForARequestedThreadThatHasNotBegun() {
        Deque<Runnable> late = new ArrayDeque<>();
        ChunkRing ring = ring(this::write, late::add);
        for (int i = 0; i < 30; i++) submit(ring, i);
        ring.awaitAll();
        assertThat(output).isEqualTo(numbers(0, 30));
        late.forEach(Runnable::run);
        assertThat(output).as("after threads that begin too late").hasSize(30);
    }

    @Test
    void threadThatBeginsAfterTheStopTouchesNothing() {
        Deque<Runnable> late = new ArrayDeque<>();
        ChunkRing ring = ring(this::write, late::add);
        for (int i = 0; i < REQUEST_FROM; i++) submit(ring, i);
        ring.stop();
        assertThat(late).hasSize(1);
        late.forEach(Runnable::run);
        assertThat(output).isEmpty();
    }

    @Test
    void workOfTheOtherThreadIsDividedIntoPartsOfOneRing() {
        List<Integer> parts = new ArrayList<>();
        List<Runnable> requests = new ArrayList<>();
        ChunkRing[] ring = new ChunkRing[1];
        // While the thread writes, the owner refills the ring.
        AtomicInteger next = new AtomicInteger();
        ring[0] = new ChunkRing(
                buffers(BUFFERS),
                (chunk, compressionNanos) -> {
                    int bytes = write(chunk);
                    if (next.get() < 40) {
                        take(ring[0]);
                        fill(ring[0], next.get());
                        ring[0].submit();
                        next.incrementAndGet();
                    }
                    return bytes;
                },
                requests::add,
                part -> parts.add(part.getAsInt()));
        for (; next.get() < REQUEST_FROM; next.incrementAndGet()) submit(ring[0], next.get());
        requests.get(0).run();
        assertThat(output).isEqualTo(numbers(0, 40));
        assertThat(parts).startsWith(BUFFERS, BUFFERS, BUFFERS, BUFFERS, BUFFERS);
        assertThat(parts.stream().mapToInt(chunks -> chunks).sum()).isEqualTo(40);
    }
}
