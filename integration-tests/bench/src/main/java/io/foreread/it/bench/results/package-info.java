/** Files with the results of benchmarks, and the tables of docs/performance.md that are generated from them. */
package io.foreread.it.bench.results;
