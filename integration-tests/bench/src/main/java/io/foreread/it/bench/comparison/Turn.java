package io.foreread.it.bench.comparison;

/** The measurements of one contender in one round. */
public interface Turn {
    /** The number of the round, from 1. */
    int round();

    /** The name of the contender. */
    String contender();

    /** The number of failed requests of clients. If it is not 0, the goals of this contender are not met. */
    default long failedRequests() {
        return 0;
    }
}
