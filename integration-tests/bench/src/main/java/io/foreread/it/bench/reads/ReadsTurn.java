package io.foreread.it.bench.reads;

/**
 * One turn of a contender.
 *
 * @param beside point reads during a compaction
 * @param compactionSeconds the duration of this compaction
 */
record ReadsTurn(Phase points, Phase ranges, Phase beside, double compactionSeconds) {}
