/** {@code ./bench cores}: what clients of a busy node notice of a setting that uses another core. */
package io.foreread.it.bench.cores;
