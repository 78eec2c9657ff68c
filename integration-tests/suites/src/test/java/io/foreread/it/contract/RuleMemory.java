package io.foreread.it.contract;

import io.foreread.agent.readahead.BlockPool;
import io.foreread.agent.readahead.ReadAhead;

/** The memory of the scans that a rule opens. */
final class RuleMemory {
    /**
     * The memory in addition to the block: a compressed LZ4 chunk of 16 KiB with the maximum size, rounded up to whole
     * pages, and the uncompressed chunk.
     */
    static final int ROOM_BYTES = (20 + 16) << 10;

    private RuleMemory() {}

    static BlockPool pool() {
        return ReadAhead.instance().pool();
    }
}
