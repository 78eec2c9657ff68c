package io.foreread.it.bench.startup;

import io.foreread.it.bench.comparison.Turn;

/**
 * The measurements of one start of a node.
 *
 * @param contender {@code stock} or {@code foreread}
 * @param seconds time from the start of the process until it listened for CQL. All starts have the same error of up to a
 *     second, because the kernel stores its boot time in whole seconds.
 * @param cpuSeconds CPU time that the node has used ten seconds after it accepted CQL clients
 * @param residentMib resident memory of the process at the same time
 */
record Start(int round, String contender, double seconds, double cpuSeconds, double residentMib) implements Turn {}
