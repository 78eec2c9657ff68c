/** {@code ./bench reads}: the cost of point reads and small range reads, and of point reads during a compaction. */
package io.foreread.it.bench.reads;
