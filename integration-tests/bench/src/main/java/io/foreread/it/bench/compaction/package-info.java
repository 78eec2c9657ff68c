/** {@code ./bench compaction}: compares compactions with different readers. */
package io.foreread.it.bench.compaction;
