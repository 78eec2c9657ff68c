/** {@code ./bench reads}: what point reads and small range reads cost, alone and beside a compaction. */
package io.foreread.it.bench.reads;
