/**
 * Compares the contenders of a benchmark: their order, intervals of ratios and differences, goals and verdicts, and
 * the tables that show them. All benchmarks use the same method, which docs/performance.md describes.
 */
package io.foreread.it.bench.comparison;
