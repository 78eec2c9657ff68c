package io.foreread.agent.readahead;

import java.nio.ByteBuffer;

/** Memory that {@link BlockPool} has allocated to one scan or writer. Immutable except for the state of the pool. */
public final class Allocation {
    final Slab slab;
    final int offset;
    /** Size in the slab, rounded up to pages. */
    final int slabBytes;

    final BlockPool.Use use;
    /** Guarded by the pool's lock. */
    boolean released;
    /** Whether its use has ended and its memory is not free yet. Guarded by the pool's lock. */
    boolean abandoned;

    private final ByteBuffer memory;

    Allocation(Slab slab, int offset, int slabBytes, int bytes, BlockPool.Use use) {
        this.slab = slab;
        this.offset = offset;
        this.slabBytes = slabBytes;
        this.use = use;
        this.memory = slab.view(offset, bytes);
    }

    /** Returns a direct buffer of exactly the requested capacity, aligned to pages if the JVM supports that. */
    public ByteBuffer memory() {
        return memory;
    }
}
