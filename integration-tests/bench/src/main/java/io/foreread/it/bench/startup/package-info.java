/** {@code ./bench startup}: what the agent adds to a node's start. */
package io.foreread.it.bench.startup;
