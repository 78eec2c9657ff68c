/** {@code ./bench startup}: the cost of the agent when a node starts. */
package io.foreread.it.bench.startup;
