/** {@code ./bench memory}: how much direct memory the agent adds to a node while scans and block sizes change. */
package io.foreread.it.bench.memory;
