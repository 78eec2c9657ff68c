/** {@code ./bench soak}: checks that resources of a node with the agent do not grow under load, maintenance and scrapes. */
package io.foreread.it.bench.soak;
