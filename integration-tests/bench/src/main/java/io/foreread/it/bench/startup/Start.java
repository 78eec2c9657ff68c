package io.foreread.it.bench.startup;

/**
 * One start of a node.
 *
 * @param seconds from the process's birth until it listened for CQL; all by the same second or less, as the kernel keeps
 *     the time of its own start in whole seconds
 * @param cpuSeconds of the node until it was looked at, which is the same time later for all
 * @param residentMib of the process then
 */
record Start(double seconds, double cpuSeconds, double residentMib) {}
