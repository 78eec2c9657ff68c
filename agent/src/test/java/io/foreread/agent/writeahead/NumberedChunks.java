package io.foreread.agent.writeahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;

/** Chunks that contain their number. Checks that one thread at a time writes them, and records what it writes. */
abstract class NumberedChunks {
    static final int BUFFERS = 8;
    static final int CHUNK_BYTES = 16;
    static final int COMPRESSED_BYTES = 8;
    /** The number of chunks from which on a thread is requested. */
    static final int REQUEST_FROM = BUFFERS / 2;

    final List<Integer> output = new ArrayList<>();
    final ExecutorService pool = Executors.newCachedThreadPool();
    private final AtomicInteger writing = new AtomicInteger();

    @AfterEach
    void endThreads() throws InterruptedException {
        pool.shutdownNow();
        assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Writes the number that a chunk contains, and checks that nobody else writes. */
    int write(ByteBuffer chunk) {
        return write(chunk, ChunkOutput.NOT_COMPRESSED);
    }

    int write(ByteBuffer chunk, long compressionNanos) {
        assertThat(writing.incrementAndGet()).as("threads that write").isOne();
        boolean compressed = compressionNanos != ChunkOutput.NOT_COMPRESSED;
        assertThat(chunk.remaining()).isEqualTo(compressed ? COMPRESSED_BYTES : CHUNK_BYTES);
        int number = chunk.getInt(0);
        for (int i = Integer.BYTES; i < chunk.limit(); i++)
            assertThat(chunk.get(i)).isEqualTo((byte) (compressed ? ~number : number));
        output.add(number);
        writing.decrementAndGet();
        return number + 1;
    }

    /** Compresses a chunk to its number and a few inverted bytes. */
    static long compress(ByteBuffer chunk) {
        int number = chunk.getInt(0);
        chunk.limit(COMPRESSED_BYTES);
        for (int i = Integer.BYTES; i < COMPRESSED_BYTES; i++) {
            assertThat(chunk.get(i)).as("not compressed before").isEqualTo((byte) number);
            chunk.put(i, (byte) ~number);
        }
        return 1;
    }

    static ByteBuffer[] buffers(int count) {
        ByteBuffer[] buffers = new ByteBuffer[count];
        for (int i = 0; i < count; i++) buffers[i] = ByteBuffer.allocate(CHUNK_BYTES);
        return buffers;
    }

    static ChunkRing ring(ChunkOutput output, Predicate<Runnable> threads) {
        return new ChunkRing(buffers(BUFFERS), output, threads, NumberedChunks::run);
    }

    boolean onPool(Runnable task) {
        pool.execute(task);
        return true;
    }

    static void run(IntSupplier part) {
        assertThat(part.getAsInt()).isBetween(0, BUFFERS);
    }

    static boolean noThread(Runnable task) {
        return false;
    }

    /** Fills and submits a chunk as an owner does, and returns the bytes of the chunks that it has taken. */
    static List<Integer> submit(ChunkRing ring, int number) {
        List<Integer> taken = take(ring);
        ring.awaitFree();
        taken.addAll(take(ring));
        fill(ring, number);
        assertThat(ring.submit()).isTrue();
        return taken;
    }

    /** A chunk can fail at any time before the call. */
    static List<Integer> submitUnlessFailed(ChunkRing ring, int number) {
        List<Integer> taken = take(ring);
        fill(ring, number);
        assertThat(ring.submit() || ring.failure() != null).isTrue();
        return taken;
    }

    static void fill(ChunkRing ring, int number) {
        ByteBuffer chunk = ring.filling();
        chunk.clear();
        chunk.putInt(number);
        while (chunk.hasRemaining()) chunk.put((byte) number);
    }

    static List<Integer> take(ChunkRing ring) {
        List<Integer> taken = new ArrayList<>();
        for (int bytes = ring.takeWritten(); bytes >= 0; bytes = ring.takeWritten()) taken.add(bytes);
        return taken;
    }

    static List<Integer> numbers(int from, int to) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = from; i < to; i++) numbers.add(i);
        return numbers;
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Gives another thread the time to do what it must not do. */
    static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
