/** {@code ./bench reads}: the cost of point reads and small range reads, alone and during a compaction. */
package io.foreread.it.bench.reads;
