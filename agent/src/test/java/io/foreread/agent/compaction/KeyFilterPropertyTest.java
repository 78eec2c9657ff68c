package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.InputRecorder;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Checks that the filter has every key whose insertion has returned, for any order of insertions, evictions and builds. */
class KeyFilterPropertyTest {
    private static final int KEYS = 5_000;
    private static final int THREADS = 3;
    private static final long RUN_NANOS = 100_000_000;

    private final InputRecorder recorder = new InputRecorder();
    private final FilterMemory memory = new FilterMemory(recorder);

    @Property(tries = 300)
    void containsEveryCachedKeyInAnySequence(
            @ForAll @Size(max = 400) List<@IntRange(max = 399) Integer> steps,
            @ForAll @IntRange(min = 1, max = 50) int inputs) {
        CacheModel cache = new CacheModel();
        KeyFilter filter = new KeyFilter(cache, () -> 0, memory, recorder);
        BitSet inserted = new BitSet();
        for (int step : steps) {
            int key = step / 4;
            if (step % 4 == 0) {
                cache.insert(key, filter);
                inserted.set(key);
            } else if (step % 4 == 1) {
                cache.cached.remove(key);
            } else {
                boolean may = filter.mayContain(CacheModel.key(key), inputs);
                assertThat(may || !cache.cached.contains(key)).isTrue();
                // Once it is built, it has nothing but keys that were cached.
                if (cache.scans > 0) assertThat(!may || inserted.get(key)).isTrue();
            }
        }
        filter.close();
    }

    /**
     * Half of the keys are never evicted. The others come and go, so that the filter becomes full and is built all the time.
     */
    @Property(tries = 10)
    void containsEveryCachedKeyWhileThreadsInsertAndEvict(@ForAll long seed) throws InterruptedException {
        CacheModel cache = new CacheModel();
        KeyFilter filter = new KeyFilter(cache, () -> 0, memory, recorder);
        AtomicIntegerArray inserted = new AtomicIntegerArray(KEYS);
        AtomicBoolean end = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(THREADS);
        List<Thread> threads = IntStream.range(0, THREADS)
                .mapToObj(number -> new Thread(() -> {
                    Random random = new Random(seed + number);
                    started.countDown();
                    while (!end.get()) {
                        int kept = random.nextInt(KEYS);
                        cache.insert(kept, filter);
                        inserted.set(kept, 1);
                        int evicted = KEYS + random.nextInt(1 << 20);
                        cache.insert(evicted, filter);
                        cache.cached.remove(evicted);
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        started.await();
        Random random = new Random(seed);
        int missed = 0;
        int skipped = 0;
        for (long startNanos = System.nanoTime(); System.nanoTime() - startNanos < RUN_NANOS; ) {
            // Half of them are evicted after their insertion, so that they are not cached most of the time.
            int key = random.nextInt(2 * KEYS);
            boolean before = key < KEYS && inserted.get(key) == 1;
            if (filter.mayContain(CacheModel.key(key), 500)) continue;
            skipped++;
            if (before) missed++;
        }
        end.set(true);
        for (Thread thread : threads) thread.join();
        filter.close();
        assertThat(missed).isZero();
        assertThat(skipped).isPositive();
        assertThat(cache.scans).isGreaterThan(1);
    }
}
