/** What the benchmarks of reading have in common: emulated volumes, prepared sstables, and Cassandras that read them. */
package io.foreread.it.bench.laboratory;
