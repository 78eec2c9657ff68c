package io.foreread.it.bench.reads;

/**
 * The results of one turn of a contender.
 *
 * @param points point reads without other load
 * @param ranges range reads without other load
 * @param duringCompaction point reads during a compaction
 * @param compactionSeconds the duration of the compaction
 */
record ReadsTurn(Phase points, Phase ranges, Phase duringCompaction, double compactionSeconds) {}
