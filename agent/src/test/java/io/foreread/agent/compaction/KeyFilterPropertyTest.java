package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.InputRecorder;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    private static final long MIN_RUN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX_RUN_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final InputRecorder recorder = new InputRecorder();
    private final FilterMemory memory = new FilterMemory(recorder);

    /** A set becomes full by 32 keys, so that it is also built again. */
    @Property(tries = 300)
    void containsEveryCachedKeyInAnySequence(
            @ForAll @Size(max = 400) List<@IntRange(max = 399) Integer> steps,
            @ForAll @IntRange(min = 1, max = 50) int inputs) {
        CacheModel cache = new CacheModel();
        KeyFilter filter = new KeyFilter(cache, keys -> 64, () -> 0, memory, recorder);
        for (int step : steps) {
            int key = step / 4;
            if (step % 4 == 0) {
                cache.insert(key, filter);
            } else if (step % 4 == 1) {
                cache.cached.remove(key);
            } else {
                boolean may = filter.mayContain(CacheModel.key(key), inputs);
                assertThat(may || !cache.cached.contains(key)).isTrue();
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
        KeyFilter filter = new KeyFilter(cache, keys -> 1 << 15, () -> 0, memory, recorder);
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
        long missed = 0;
        long skipped = 0;
        try {
            long startNanos = System.nanoTime();
            long nanos = 0;
            while (nanos < MIN_RUN_NANOS || (nanos < MAX_RUN_NANOS && (skipped == 0 || recorder.filterBuilds() < 2))) {
                nanos = System.nanoTime() - startNanos;
                // Half of them are evicted after their insertion, so that they are not cached most of the time.
                int key = random.nextInt(2 * KEYS);
                boolean before = key < KEYS && inserted.get(key) == 1;
                if (filter.mayContain(CacheModel.key(key), 500)) continue;
                skipped++;
                if (before) missed++;
            }
        } finally {
            end.set(true);
            for (Thread thread : threads) thread.join();
        }
        filter.close();
        assertThat(missed).isZero();
        assertThat(skipped).isPositive();
        assertThat(recorder.filterBuilds()).isGreaterThan(1);
    }
}
