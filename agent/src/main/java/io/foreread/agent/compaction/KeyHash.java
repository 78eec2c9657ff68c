package io.foreread.agent.compaction;

import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;

/** The 64-bit hash of a partition key. It is never 0. It differs between processes, because clients choose the keys. */
final class KeyHash {
    /** The offset of FNV-1a, changed by a random number, and its prime. */
    private static final long OFFSET =
            0xcbf29ce484222325L ^ ThreadLocalRandom.current().nextLong();

    private static final long PRIME = 0x100000001b3L;

    private KeyHash() {}

    static long of(byte[] key) {
        long hash = OFFSET;
        for (byte one : key) hash = (hash ^ one) * PRIME;
        return mixed(hash);
    }

    /** Hashes the remaining bytes, whose order is independent of the order of the buffer. */
    static long of(ByteBuffer key) {
        long hash = OFFSET;
        for (int i = key.position(); i < key.limit(); i++) hash = (hash ^ key.get(i)) * PRIME;
        return mixed(hash);
    }

    /** The low bits select a slot, so all bits of the hash must influence them. */
    private static long mixed(long hash) {
        long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        mixed ^= mixed >>> 33;
        return mixed == 0 ? 1 : mixed;
    }
}
