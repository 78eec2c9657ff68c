package io.foreread.it.bench.comparison;

/** The measurements of one contender in one round. */
public interface Turn {
    /** The number of the round, from 1. */
    int round();

    /** The name of the contender. */
    String contender();
}
