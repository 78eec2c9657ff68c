/** What benchmarks on a real node share: its tables, a load of a fixed rate, and what it and its clients are measured by. */
package io.foreread.it.bench.load;
