/**
 * Adapts {@code readahead} to Cassandra's readers: selects the reader of each scan, checks and decompresses chunks. Loaded
 * at the first scan.
 */
package io.foreread.agent.reader;
