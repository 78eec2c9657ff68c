/**
 * Adapts {@code readahead} to Cassandra's readers: selects the reader of each scan, checks and decompresses chunks. Loaded
 * when the node starts, with all classes of the data path.
 */
package io.foreread.agent.reader;
