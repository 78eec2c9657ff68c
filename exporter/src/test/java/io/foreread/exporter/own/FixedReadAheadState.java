package io.foreread.exporter.own;

import io.foreread.exporter.recorder.ReadAheadState;

/** A read-ahead whose every number is different. */
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
    public long lentBuffers() {
        return 3;
    }

    @Override
    public long lentBytes() {
        return 786_432;
    }

    @Override
    public long idleBytes() {
        return 524_288;
    }
}
