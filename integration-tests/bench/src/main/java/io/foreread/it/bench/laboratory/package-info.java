/** The common parts of benchmarks of readers: emulated volumes, prepared sstables, and nodes that read them. */
package io.foreread.it.bench.laboratory;
