package io.foreread.agent.readahead;

import java.nio.ByteBuffer;

/** Memory that {@link BlockPool} has allocated to one scan. Immutable but for the pool's own mark. */
public final class Allocation {
    final Slab slab;
    final int offset;
    /** Including what rounds it up to pages. */
    final int slabBytes;

    final BlockPool.Use use;
    /** Guarded by the pool's lock. */
    boolean released;

    private final ByteBuffer memory;

    Allocation(Slab slab, int offset, int slabBytes, int bytes, BlockPool.Use use) {
        this.slab = slab;
        this.offset = offset;
        this.slabBytes = slabBytes;
        this.use = use;
        this.memory = slab.view(offset, bytes);
    }

    /** A direct buffer of exactly the capacity that was asked for, aligned to pages where the JVM can align. */
    public ByteBuffer memory() {
        return memory;
    }
}
