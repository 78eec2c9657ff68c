package io.foreread.agent.writer;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.apache.cassandra.io.util.SequentialWriter;
import org.jspecify.annotations.Nullable;

/**
 * The writers of each thread that compress ahead, oldest first. A compaction with many outputs commits all of them at its end.
 * If sstables are not opened early, nothing retires a writer whose output is complete, so its memory would be in use until then.
 * Therefore a thread keeps a few of these writers only. A flush with many outputs is committed by another thread, so its later
 * outputs do not compress ahead. Thread-safe.
 */
final class ThreadWriters {
    /** Anticompaction alternates between three writers. */
    static final int MAX_PER_THREAD = 4;

    /** A thread is present while it has a writer that compresses ahead. */
    private static final Map<Thread, Deque<Running>> BY_THREAD = new HashMap<>();

    private ThreadWriters() {}

    /** A writer that compresses ahead. Does not keep the writer in memory. */
    static final class Running {
        private final Thread thread = Thread.currentThread();
        private final CompressedWriter state;
        private final WeakReference<SequentialWriter> writer;

        private Running(CompressedWriter state, SequentialWriter writer) {
            this.state = state;
            this.writer = new WeakReference<>(writer);
        }

        /** Called by the thread that uses the writer. */
        void leave() {
            SequentialWriter open = writer.get();
            if (open != null) state.leaveIdle(open);
        }
    }

    /** Adds a writer of the calling thread. */
    static synchronized Running add(CompressedWriter state, SequentialWriter writer) {
        Running added = new Running(state, writer);
        BY_THREAD.computeIfAbsent(added.thread, thread -> new ArrayDeque<>()).addLast(added);
        return added;
    }

    static synchronized void remove(Running ended) {
        Deque<Running> writers = BY_THREAD.get(ended.thread);
        if (writers != null && writers.remove(ended) && writers.isEmpty()) BY_THREAD.remove(ended.thread);
    }

    /** Returns whether one more writer of the calling thread would be too many. */
    static synchronized boolean areMany() {
        Deque<Running> writers = BY_THREAD.get(Thread.currentThread());
        return writers != null && writers.size() >= MAX_PER_THREAD;
    }

    /** Returns the oldest writer of the calling thread if the thread has too many; it does not count any more. */
    static synchronized @Nullable Running tooMany() {
        Deque<Running> writers = BY_THREAD.get(Thread.currentThread());
        return writers == null || writers.size() <= MAX_PER_THREAD ? null : writers.pollFirst();
    }
}
