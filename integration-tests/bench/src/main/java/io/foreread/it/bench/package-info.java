/** The benchmarks. They are commands that {@code ./bench} runs, not tests. */
package io.foreread.it.bench;
