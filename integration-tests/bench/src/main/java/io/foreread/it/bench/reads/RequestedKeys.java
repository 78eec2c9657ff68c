package io.foreread.it.bench.reads;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** Selects the key of each request. */
public interface RequestedKeys {
    /** The fraction of hot keys. Their tokens are adjacent, and so are their rows in each sstable. */
    double HOT = 0.1;

    long next(SplittableRandom random);

    /** Selects from all keys, which are 0 to {@code keys - 1}. */
    static RequestedKeys all(long keys) {
        return random -> random.nextLong(keys);
    }

    /** Selects from the hot keys, which are those with the lowest tokens. */
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
