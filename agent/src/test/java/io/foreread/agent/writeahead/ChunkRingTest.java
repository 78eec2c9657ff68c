package io.foreread.agent.writeahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChunkRingTest {
    private static final int BUFFERS = 8;
    private static final int CHUNK_BYTES = 16;
    /** The number of chunks from which on a thread is requested. */
    private static final int REQUEST_FROM = BUFFERS / 2;

    private final List<Integer> output = new ArrayList<>();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final AtomicInteger writing = new AtomicInteger();

    @AfterEach
    void endThreads() throws InterruptedException {
        pool.shutdownNow();
        assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Writes the number that a chunk contains, and checks that nobody else writes. */
    private int write(ByteBuffer chunk) {
        assertThat(writing.incrementAndGet()).as("threads that write").isOne();
        assertThat(chunk.remaining()).isEqualTo(CHUNK_BYTES);
        int number = chunk.getInt(0);
        for (int i = Integer.BYTES; i < CHUNK_BYTES; i++)
            assertThat(chunk.get(i)).isEqualTo((byte) number);
        output.add(number);
        writing.decrementAndGet();
        return number + 1;
    }

    private static ByteBuffer[] buffers(int count) {
        ByteBuffer[] buffers = new ByteBuffer[count];
        for (int i = 0; i < count; i++) buffers[i] = ByteBuffer.allocate(CHUNK_BYTES);
        return buffers;
    }

    private static ChunkRing ring(ChunkOutput output, Predicate<Runnable> threads) {
        return new ChunkRing(buffers(BUFFERS), output, threads, ChunkRingTest::run);
    }

    private boolean onPool(Runnable task) {
        pool.execute(task);
        return true;
    }

    private static void run(IntSupplier part) {
        assertThat(part.getAsInt()).isBetween(0, BUFFERS);
    }

    private static boolean noThread(Runnable task) {
        return false;
    }

    /** Fills and submits a chunk as an owner does, and returns the bytes of the chunks that it has taken. */
    private static List<Integer> submit(ChunkRing ring, int number) {
        List<Integer> taken = take(ring);
        ring.awaitFree();
        taken.addAll(take(ring));
        fill(ring, number);
        assertThat(ring.submit()).isTrue();
        return taken;
    }

    private static void fill(ChunkRing ring, int number) {
        ByteBuffer chunk = ring.filling();
        chunk.clear();
        chunk.putInt(number);
        while (chunk.hasRemaining()) chunk.put((byte) number);
    }

    private static List<Integer> take(ChunkRing ring) {
        List<Integer> taken = new ArrayList<>();
        for (int bytes = ring.takeWritten(); bytes >= 0; bytes = ring.takeWritten()) taken.add(bytes);
        return taken;
    }

    private static List<Integer> numbers(int from, int to) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = from; i < to; i++) numbers.add(i);
        return numbers;
    }

    @Test
    void chunksAreWrittenInOrderWhateverTheThreadsDo() {
        Random random = new Random(1);
        for (int run = 0; run < 200; run++) {
            output.clear();
            int busyPercent = random.nextInt(101);
            Random refusals = new Random(run);
            ChunkRing ring = ring(
                    chunk -> {
                        if (random.nextInt(4) == 0) LockSupport.parkNanos(1_000);
                        return write(chunk);
                    },
                    task -> refusals.nextInt(100) >= busyPercent && onPool(task));
            int chunks = 1 + refusals.nextInt(100);
            List<Integer> taken = new ArrayList<>();
            for (int i = 0; i < chunks; i++) {
                taken.addAll(submit(ring, i));
                if (refusals.nextInt(10) == 0) {
                    ring.awaitAll();
                    assertThat(output).isEqualTo(numbers(0, i + 1));
                }
            }
            ring.awaitAll();
            taken.addAll(take(ring));
            assertThat(output).isEqualTo(numbers(0, chunks));
            assertThat(taken).isEqualTo(numbers(1, chunks + 1));
            assertThat(ring.untaken()).isZero();
            ring.stop();
        }
    }

    @Test
    void ownerWritesItselfIfThereIsNoThread() {
        Thread owner = Thread.currentThread();
        ChunkRing ring = ring(
                chunk -> {
                    assertThat(Thread.currentThread()).isSameAs(owner);
                    return write(chunk);
                },
                ChunkRingTest::noThread);
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
        ChunkRing ring = ring(this::write, task -> {
            throw new IllegalStateException("no thread");
        });
        for (int i = 0; i < 20; i++) submit(ring, i);
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
    void ownerWaitsForAFreeBufferUntilHalfOfTheRingIsWritten() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        ChunkRing ring = ring(
                chunk -> {
                    begun.countDown();
                    await(released);
                    return write(chunk);
                },
                this::onPool);
        for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
        await(begun);
        assertThat(ring.untaken()).isEqualTo(BUFFERS - 1);
        fill(ring, BUFFERS - 1);
        assertThatThrownBy(ring::submit).as("all other buffers in use").isInstanceOf(IllegalStateException.class);
        pool.execute(() -> {
            pause();
            released.countDown();
        });
        assertThat(ring.awaitFree()).as("nanoseconds of waiting").isPositive();
        assertThat(take(ring)).hasSizeGreaterThanOrEqualTo(BUFFERS - 1 - REQUEST_FROM);
        ring.submit();
        ring.awaitAll();
        assertThat(output).isEqualTo(numbers(0, BUFFERS));
    }

    @Test
    void bufferIsReusedOnlyAfterItsChunkWasTaken() {
        ChunkRing ring = ring(this::write, ChunkRingTest::noThread);
        List<ByteBuffer> used = new ArrayList<>();
        for (int i = 0; i < BUFFERS - 1; i++) {
            used.add(ring.filling());
            submit(ring, i + 1);
        }
        ring.awaitAll();
        assertThat(used).doesNotContain(ring.filling());
        fill(ring, BUFFERS);
        assertThatThrownBy(ring::submit).isInstanceOf(IllegalStateException.class);
        assertThat(ring.takeWritten()).isEqualTo(2);
        ring.submit();
        assertThat(ring.filling()).isSameAs(used.get(0));
    }

    @Test
    void failureIsFinalAndLaterChunksAreNotWritten() {
        IOException full = new IOException("No space left on device");
        for (int failing = 0; failing < 20; failing++) {
            output.clear();
            int last = failing;
            ChunkRing ring = ring(
                    chunk -> {
                        if (chunk.getInt(0) == last) throw full;
                        return write(chunk);
                    },
                    failing % 2 == 0 ? this::onPool : ChunkRingTest::noThread);
            List<Integer> taken = new ArrayList<>();
            int submitted = 0;
            while (ring.failure() == null && submitted < 40) {
                taken.addAll(take(ring));
                ring.awaitFree();
                if (ring.failure() == null) taken.addAll(submitUnlessFailed(ring, submitted++));
            }
            ring.awaitAll();
            taken.addAll(take(ring));
            assertThat(ring.failure()).isSameAs(full);
            assertThat(output).isEqualTo(numbers(0, failing));
            assertThat(taken).isEqualTo(numbers(1, failing + 1));
            assertThat(ring.untaken()).isPositive();
            ring.awaitFree();
            assertThat(ring.submit()).as("a submit after the failure").isFalse();
            ring.run();
            assertThat(output).hasSize(failing);
            ring.stop();
        }
    }

    /** A chunk can fail at any time before the call. */
    private static List<Integer> submitUnlessFailed(ChunkRing ring, int number) {
        List<Integer> taken = take(ring);
        fill(ring, number);
        assertThat(ring.submit() || ring.failure() != null).isTrue();
        return taken;
    }

    @Test
    void chunkThatFailsAfterTheWaitRefusesTheNextOneAndThrowsNothing() {
        List<Runnable> requests = new ArrayList<>();
        ChunkRing ring = ring(
                chunk -> {
                    throw new IOException("No space left on device");
                },
                requests::add);
        for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
        assertThat(ring.untaken()).as("no buffer is free").isEqualTo(BUFFERS - 1);
        ByteBuffer filling = ring.filling();
        requests.get(0).run();
        assertThat(ring.submit()).isFalse();
        assertThat(ring.filling()).as("nothing was submitted").isSameAs(filling);
        assertThat(ring.awaitFree()).isZero();
    }

    @Test
    void errorOfTheOutputIsAFailure() {
        StackOverflowError error = new StackOverflowError();
        ChunkRing ring = ring(
                chunk -> {
                    throw error;
                },
                this::onPool);
        for (int i = 0; i < REQUEST_FROM; i++) submitUnlessFailed(ring, i);
        ring.awaitAll();
        assertThat(ring.failure()).isSameAs(error);
    }

    @Test
    void stopWaitsForTheThreadThatWritesAndDiscardsTheRest() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        ChunkRing ring = ring(
                chunk -> {
                    begun.countDown();
                    await(released);
                    int bytes = write(chunk);
                    ended.set(true);
                    return bytes;
                },
                this::onPool);
        for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
        await(begun);
        pool.execute(() -> {
            pause();
            released.countDown();
        });
        ring.stop();
        assertThat(ended).as("the thread has left the ring").isTrue();
        assertThat(output).containsExactly(0);
        assertThat(take(ring)).containsExactly(1);
        ring.awaitAll();
        ring.awaitFree();
        assertThat(output).as("nothing is written after the stop").containsExactly(0);
        assertThatThrownBy(ring::submit).isInstanceOf(IllegalStateException.class);
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
    void interruptEndsNoWaitAndIsKept() throws Exception {
        for (Consumer<ChunkRing> waiting :
                List.<Consumer<ChunkRing>>of(ChunkRing::awaitAll, ChunkRing::awaitFree, ChunkRing::stop)) {
            output.clear();
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch released = new CountDownLatch(1);
            ChunkRing ring = ring(
                    chunk -> {
                        begun.countDown();
                        await(released);
                        return write(chunk);
                    },
                    this::onPool);
            for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
            await(begun);
            AtomicBoolean interrupted = new AtomicBoolean();
            Thread owner = new Thread(() -> {
                waiting.accept(ring);
                interrupted.set(Thread.currentThread().isInterrupted());
            });
            owner.start();
            while (owner.getState() != Thread.State.WAITING) Thread.onSpinWait();
            owner.interrupt();
            pause();
            assertThat(owner.isAlive()).as("waits although it was interrupted").isTrue();
            released.countDown();
            owner.join();
            assertThat(interrupted).as("the flag is set again").isTrue();
            ring.stop();
        }
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
                chunk -> {
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

    @Test
    void failureToChargeTheCostLeavesTheChunksToTheOwner() {
        IllegalStateException broken = new IllegalStateException("cannot charge");
        List<Runnable> requests = new ArrayList<>();
        ChunkRing before = new ChunkRing(buffers(BUFFERS), this::write, requests::add, part -> {
            throw broken;
        });
        for (int i = 0; i < REQUEST_FROM; i++) submit(before, i);
        requests.get(0).run();
        assertThat(output).as("chunks of the thread that could not be charged").isEmpty();
        before.awaitAll();
        assertThat(before.failure()).isNull();
        assertThat(output).isEqualTo(numbers(0, REQUEST_FROM));
        before.stop();

        output.clear();
        requests.clear();
        ChunkRing after = new ChunkRing(buffers(BUFFERS), this::write, requests::add, part -> {
            assertThat(part.getAsInt()).isEqualTo(REQUEST_FROM);
            throw broken;
        });
        for (int i = 0; i < REQUEST_FROM; i++) submit(after, i);
        requests.get(0).run();
        assertThat(after.failure()).as("all chunks are written").isNull();
        for (int i = REQUEST_FROM; i < 20; i++) submit(after, i);
        after.awaitAll();
        assertThat(output).isEqualTo(numbers(0, 20));
    }

    @Test
    void ringNeedsABufferToFillWhileHalfOfItIsPending() {
        assertThatThrownBy(() -> new ChunkRing(buffers(2), this::write, ChunkRingTest::noThread, ChunkRingTest::run))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theSmallestRingHasAFreeBufferAfterAWait() {
        ChunkRing smallest = new ChunkRing(buffers(3), this::write, ChunkRingTest::noThread, ChunkRingTest::run);
        for (int i = 0; i < 10; i++) submit(smallest, i);
        smallest.awaitAll();
        assertThat(output).isEqualTo(numbers(0, 10));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
