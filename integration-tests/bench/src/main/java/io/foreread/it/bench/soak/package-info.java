/** {@code ./bench soak}: whether a node with the agent stays as it is, under load, upkeep and a scrape every second. */
package io.foreread.it.bench.soak;
