/** {@code ./bench soak}: whether resources of a node with the agent grow under load, maintenance and scrapes. */
package io.foreread.it.bench.soak;
