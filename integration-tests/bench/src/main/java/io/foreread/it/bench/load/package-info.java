/**
 * The common parts of benchmarks with a real node: tables, load with a fixed rate, and measurements of node and
 * clients.
 */
package io.foreread.it.bench.load;
