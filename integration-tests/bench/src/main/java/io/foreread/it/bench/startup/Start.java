package io.foreread.it.bench.startup;

/**
 * One start of a node.
 *
 * @param seconds from the start of the process until it listened for CQL, with an equal error of up to a second,
 *     because the kernel stores     its boot time in whole seconds
 * @param cpuSeconds CPU time of the node at a fixed time after that
 * @param residentMib resident memory of the process at that time
 */
record Start(double seconds, double cpuSeconds, double residentMib) {}
