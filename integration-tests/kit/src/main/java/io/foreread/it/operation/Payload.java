package io.foreread.it.operation;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Bytes that are determined by a seed: random bytes, repeated bytes, or both. By default a value
 * has 100 to 1,200 bytes. One in forty has 20 to 90 KB and lies across several chunks of 16 KiB.
 */
public final class Payload {
    private static final int LONG_ONE_IN = 40;

    private Payload() {}

    public static ByteBuffer of(long seed) {
        SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L);
        boolean lengthy = random.nextInt(LONG_ONE_IN) == 0;
        return of(random, lengthy ? random.nextInt(20_000, 90_000) : random.nextInt(100, 1200));
    }

    public static ByteBuffer of(long seed, int lengthBytes) {
        return of(new SplittableRandom(seed), lengthBytes);
    }

    private static ByteBuffer of(SplittableRandom random, int lengthBytes) {
        ByteBuffer bytes = ByteBuffer.allocate(lengthBytes);
        int noiseBytes =
                switch (random.nextInt(3)) {
                    case 0 -> lengthBytes;
                    case 1 -> lengthBytes / 2;
                    default -> 0;
                };
        while (bytes.position() + Long.BYTES <= noiseBytes) bytes.putLong(random.nextLong());
        long run = random.nextLong();
        while (bytes.remaining() >= Long.BYTES) bytes.putLong(run);
        return bytes.rewind();
    }
}
