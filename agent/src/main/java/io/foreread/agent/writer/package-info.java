/**
 * The adapter that makes Cassandra's writers of compressed sstables compress ahead. Loaded when the node starts, with all
 * classes of the data path.
 */
package io.foreread.agent.writer;
