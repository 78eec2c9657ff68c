package io.foreread.exporter.own;

import io.foreread.exporter.recorder.ReadAheadState;

/** A state with a different value for each method. */
public final class FixedReadAheadState implements ReadAheadState {
    @Override
    public boolean enabled() {
        return true;
    }

    @Override
    public long blockBytes() {
        return 262_144;
    }

    @Override
    public long budgetBytes() {
        return 67_108_864;
    }

    @Override
    public long buffersInUse() {
        return 3;
    }

    @Override
    public long bytesInUse() {
        return 786_432;
    }

    @Override
    public long idleBytes() {
        return 524_288;
    }
}
