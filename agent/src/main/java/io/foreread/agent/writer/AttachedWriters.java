package io.foreread.agent.writer;

import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.probe.ProbeFailures;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.resident.dispatch.OpenWriter;
import io.foreread.agent.resident.dispatch.Writers;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.jspecify.annotations.Nullable;

/**
 * Decides which writers can compress ahead. On the data path: a failure before a writer has begun leaves the writer to
 * Cassandra. Thread-safe.
 */
public final class AttachedWriters implements Writers {
    private static final HookSwitch CHUNKS = HookSwitch.of(WriterHooks.CHUNK_WRITER);
    private static final HookSwitch COMMITS = HookSwitch.of(WriterHooks.WRITER_COMMIT);
    private static final HookSwitch[] LIMITS = {
        HookSwitch.of(WriterHooks.MAX_SIZE_WRITER),
        HookSwitch.of(WriterHooks.LEVELED_WRITER),
        HookSwitch.of(WriterHooks.SPLITTING_WRITER)
    };

    /** Set once both hooks are applied. They cannot be removed while a writer is open. */
    private volatile boolean applied;
    /** Set if writers cannot be prepared, so that this is not tried at each chunk. */
    private volatile boolean unavailable;

    @Override
    public @Nullable OpenWriter open(CompressedSequentialWriter writer) {
        ReadAhead readAhead = ReadAhead.instance();
        // Also if compress-ahead was switched off since.
        AbandonedMemory.reclaim();
        if (!hooksAreOn() || unavailable || !readAhead.mayCompressAhead()) return null;
        // A subclass can write in another way.
        if (writer.getClass() != CompressedSequentialWriter.class) return null;
        try {
            return isEligible(readAhead) && isApplied() ? CompressedWriter.of(writer, isFlush()) : null;
        } catch (RuntimeException | LinkageError e) {
            unavailable = true;
            WriterFailures.unavailable(e);
            ProbeFailures.count(e);
            return null;
        }
    }

    /** Scrub rewinds its writers. Streams write what the network delivers, so their writers are not the limit. */
    private static boolean isEligible(ReadAhead readAhead) {
        Activity activity = ThreadRecord.current().activity();
        switch (activity) {
            case COMPACTION:
            case ANTICOMPACTION:
            case CLEANUP:
            case UPGRADE_SSTABLES:
                return true;
            case FLUSH:
                return readAhead.compressAheadFlush();
            default:
                return false;
        }
    }

    private static boolean isFlush() {
        return ThreadRecord.current().activity() == Activity.FLUSH;
    }

    /** Whether the hooks are on without which no writer compresses ahead. */
    static boolean hooksAreOn() {
        return CHUNKS.on && COMMITS.on;
    }

    private boolean isApplied() {
        if (!applied) applied = isApplied(WriterHooks.CHUNK_WRITER) && isApplied(WriterHooks.WRITER_COMMIT);
        return applied;
    }

    private static boolean isApplied(String hook) {
        for (HookStatus status : Recorders.HOOKS.statuses())
            if (status.hook().equals(hook)) return status.state() == HookStatus.State.APPLIED;
        return false;
    }

    /** Whether a compaction that passes a limit can rely on it. */
    static boolean limitsAreKnown() {
        for (HookSwitch limit : LIMITS) if (!limit.on) return false;
        return true;
    }
}
