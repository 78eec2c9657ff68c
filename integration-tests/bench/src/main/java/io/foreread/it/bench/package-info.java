/** Benchmarks: commands, never timed tests. {@code ./bench} runs them. */
package io.foreread.it.bench;
