package io.foreread.agent.writer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The memory of writers that another thread has aborted. The thread that wrote can still be in a call that writes to the buffer
 * of the aborted writer. It has left this call when it begins with another writer, or when it has ended. Thread-safe.
 */
final class AbandonedMemory {
    private static final Map<Thread, List<WriterMemory>> BY_THREAD = new HashMap<>();
    /** Whether there is no such memory, which is nearly always the case. */
    private static volatile boolean none = true;

    private AbandonedMemory() {}

    /** @param writing the thread that can still write to the memory */
    static synchronized void add(Thread writing, WriterMemory memory) {
        memory.abandon();
        none = false;
        BY_THREAD.computeIfAbsent(writing, thread -> new ArrayList<>()).add(memory);
    }

    /** Called by a thread that writes a chunk of another writer. Releases the memory to which no thread can write any more. */
    static void reclaim() {
        if (!none) reclaimAll();
    }

    private static synchronized void reclaimAll() {
        for (Iterator<Map.Entry<Thread, List<WriterMemory>>> entries =
                        BY_THREAD.entrySet().iterator();
                entries.hasNext(); ) {
            Map.Entry<Thread, List<WriterMemory>> entry = entries.next();
            if (entry.getKey() != Thread.currentThread() && entry.getKey().isAlive()) continue;
            entries.remove();
            entry.getValue().forEach(WriterMemory::reclaim);
        }
        none = BY_THREAD.isEmpty();
    }
}
