package io.foreread.it.operation;

import java.util.List;

/**
 * A kind of table: its schema and the statements that fill it in rounds. A flush after each round creates overlapping
 * sstables.
 *
 * @param name the name of the table and of its directory of sstables
 * @param definitions CQL with {@code %s} for the keyspace
 * @param gainsFromReadAhead whether each sstable is uncompressed, or compressed in chunks that are smaller than a block
 */
public record TableShape(String name, List<String> definitions, boolean gainsFromReadAhead, Filling filling) {
    /** Writes the rows of one round with the timestamp of this round. */
    @FunctionalInterface
    public interface Filling {
        void write(Writes writes, String table, int round);
    }

    /** The write time of a round in microseconds. Rounds are an hour apart, so that each is in its own time window. */
    public static long timestamp(int round) {
        return (round + 1) * 3_600_000_000L;
    }
}
