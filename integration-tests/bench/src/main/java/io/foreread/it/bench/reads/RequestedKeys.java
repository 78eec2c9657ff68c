package io.foreread.it.bench.reads;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** Selects the requested keys of 0 to n. */
interface RequestedKeys {
    /** Adjacent keys of the ring, whose rows are adjacent in each sstable. */
    double HOT = 0.1;

    long next(SplittableRandom random);

    static RequestedKeys all(long keys) {
        return random -> random.nextLong(keys);
    }

    /** The keys with the lowest tokens. */
    static RequestedKeys hot(CqlSession session, long keys) {
        TokenMap ring = session.getMetadata()
                .getTokenMap()
                .orElseThrow(() -> new IllegalStateException("the driver does not know the ring"));
        // A partition key of type bigint has eight bytes.
        long[] byToken = LongStream.range(0, keys)
                .boxed()
                .map(key -> new KeyAndToken(
                        key, ring.newToken(ByteBuffer.allocate(Long.BYTES).putLong(0, key))))
                .sorted()
                .limit(Math.max(1, (long) (keys * HOT)))
                .mapToLong(KeyAndToken::key)
                .toArray();
        return random -> byToken[random.nextInt(byToken.length)];
    }

    record KeyAndToken(long key, com.datastax.oss.driver.api.core.metadata.token.Token token)
            implements Comparable<KeyAndToken> {
        @Override
        public int compareTo(KeyAndToken other) {
            return token.compareTo(other.token);
        }
    }
}
