/** {@code ./bench abuse}: the latency of a node's clients while its endpoint is abused. */
package io.foreread.it.bench.abuse;
