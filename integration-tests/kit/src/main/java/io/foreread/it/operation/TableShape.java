package io.foreread.it.operation;

import java.util.List;

/**
 * A table of some shape and what fills it, round by round; a flush after each makes sstables that overlap.
 *
 * @param name also of its sstables' directory
 * @param definitions CQL with {@code %s} for the keyspace
 * @param gainsFromReadAhead whether each of its sstables is compressed in chunks smaller than a block
 */
public record TableShape(String name, List<String> definitions, boolean gainsFromReadAhead, Filling filling) {
    /** Writes one round's rows, with timestamps of that round. */
    @FunctionalInterface
    public interface Filling {
        void write(Writes writes, String table, int round);
    }

    /** The write time of a round in microseconds: an hour apart, so that time windows differ. */
    public static long timestamp(int round) {
        return (round + 1) * 3_600_000_000L;
    }
}
