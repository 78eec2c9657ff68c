package io.foreread.agent.readahead;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One piece of direct memory from which {@link BlockPool} allocates runs of pages. Guarded by the pool's lock. */
final class Slab {
    /** Runs begin at multiples of this, because direct I/O needs aligned memory. */
    static final int PAGE_BYTES = 4096;

    /** The memory allocated by the JVM. It is freed when neither this buffer nor a view of it is reachable. */
    private final ByteBuffer memory;

    private final ByteBuffer pages;
    /** The length in bytes of each free run, by its offset. Two free runs are never adjacent. */
    private final TreeMap<Integer, Integer> freeRuns = new TreeMap<>();

    /** @param memory from {@link DirectMemory#tryAllocate} */
    Slab(ByteBuffer memory) {
        this.memory = memory;
        this.pages = DirectMemory.aligned(memory);
        freeRuns.put(0, capacityBytes());
    }

    ByteBuffer memory() {
        return memory;
    }

    static int roundedUp(int bytes) {
        return (bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
    }

    /**
     * Allocates the first run that is long enough.
     *
     * @param bytes a multiple of {@link #PAGE_BYTES}
     * @return the run's offset, -1 if no free run is long enough
     */
    int allocate(int bytes) {
        Map.Entry<Integer, Integer> run = firstRunOf(bytes);
        if (run == null) return -1;
        int offset = run.getKey();
        int rest = run.getValue() - bytes;
        // Before the removal, because it allocates heap memory and can fail.
        if (rest > 0) freeRuns.put(offset + bytes, rest);
        freeRuns.remove(offset);
        return offset;
    }

    private Map.@Nullable Entry<Integer, Integer> firstRunOf(int bytes) {
        for (Map.Entry<Integer, Integer> run : freeRuns.entrySet()) if (run.getValue() >= bytes) return run;
        return null;
    }

    /** Frees a run that {@link #allocate} returned. */
    void free(int offset, int bytes) {
        int start = offset;
        int end = offset + bytes;
        Map.Entry<Integer, Integer> before = freeRuns.lowerEntry(offset);
        if (before != null && before.getKey() + before.getValue() == start) start = before.getKey();
        Integer after = freeRuns.remove(end);
        if (after != null) end += after;
        freeRuns.put(start, end - start);
    }

    /** @return a view of a run, whose capacity is {@code bytes} */
    ByteBuffer view(int offset, int bytes) {
        ByteBuffer view = pages.duplicate();
        view.clear();
        view.position(offset).limit(offset + bytes);
        return view.slice();
    }

    /** @return how many runs of that length can be allocated */
    int room(int bytes) {
        int room = 0;
        for (int run : freeRuns.values()) room += run / bytes;
        return room;
    }

    boolean isUnused() {
        return freeRuns.size() == 1 && freeRuns.firstEntry().getValue() == capacityBytes();
    }

    int capacityBytes() {
        return pages.capacity() & -PAGE_BYTES;
    }
}
