package io.foreread.agent.probe;

import io.foreread.agent.resident.dispatch.Probes;
import org.apache.cassandra.db.compaction.CompactionInfo;

/** Passes what woven code observes to the probes. Thread-safe, stateless. */
public final class AttachedProbes implements Probes {
    @Override
    public long channelReadStarts() {
        return ReadProbe.channelReadStarts();
    }

    @Override
    public void channelRead(String path, long bytes, long startNanos) {
        ReadProbe.channelRead(path, bytes, startNanos);
    }

    @Override
    public long mmapChunkReadStarts() {
        return ReadProbe.mmapChunkReadStarts();
    }

    @Override
    public void mmapChunkRead(long uncompressedBytes, long startNanos) {
        ReadProbe.mmapChunkRead(uncompressedBytes, startNanos);
    }

    @Override
    public long commandStarts(boolean singlePartition) {
        return CommandProbe.starts(singlePartition);
    }

    @Override
    public void commandEnds(long outer) {
        CommandProbe.ends(outer);
    }

    @Override
    public void operationBegins(Object holder) {
        OperationProbe.begins((CompactionInfo.Holder) holder);
    }

    @Override
    public void metricsBegin(Object holder) {
        OperationProbe.metricsBegin((CompactionInfo.Holder) holder);
    }

    @Override
    public void operationEnds(Object holder) {
        try {
            KeyCacheProbe.operationEnds();
        } finally {
            OperationProbe.ends((CompactionInfo.Holder) holder);
        }
    }

    @Override
    public void taskStarts(Object transaction) {
        OperationProbe.taskStarts(transaction);
    }

    @Override
    public void taskEnds() {
        try {
            KeyCacheProbe.operationEnds();
        } finally {
            OperationProbe.taskEnds();
        }
    }

    @Override
    public long chunkWriteStarts() {
        return WriteProbe.chunkWriteStarts();
    }

    @Override
    public void chunkWritten(long bytes, long startNanos) {
        WriteProbe.chunkWritten(bytes, startNanos);
    }

    @Override
    public void wrote(String path, long bytes) {
        WriteProbe.wrote(path, bytes);
    }

    @Override
    public void keyCached(Object key) {
        KeyCacheProbe.cached(key);
    }

    @Override
    public void daemonStarting() {
        DaemonProbe.starting();
    }

    @Override
    public void daemonStarted() {
        DaemonProbe.started();
    }

    @Override
    public void failed(Throwable suppressed) {
        // First, because the stack or the memory can be exhausted: the probe that has failed is possibly that of a key.
        try {
            KeyCacheProbe.lost();
        } finally {
            ProbeFailures.count(suppressed);
        }
    }
}
