/** The performance laboratory for compactions: {@code ./bench compaction}. */
package io.foreread.it.bench.compaction;
