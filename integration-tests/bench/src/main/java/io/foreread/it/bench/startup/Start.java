package io.foreread.it.bench.startup;

/**
 * The measurements of one start of a node.
 *
 * @param seconds time from the start of the process until it listened for CQL. All starts have the same error of up to a
 *     second, because the kernel stores its boot time in whole seconds.
 * @param cpuSeconds CPU time that the node has used ten seconds after it accepted CQL clients
 * @param residentMib resident memory of the process at the same time
 */
record Start(double seconds, double cpuSeconds, double residentMib) {}
