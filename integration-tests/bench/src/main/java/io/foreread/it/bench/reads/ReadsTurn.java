package io.foreread.it.bench.reads;

/**
 * One turn of a contender.
 *
 * @param beside point reads while a compaction ran
 * @param compactionSeconds of that compaction
 */
record ReadsTurn(Phase points, Phase ranges, Phase beside, double compactionSeconds) {}
