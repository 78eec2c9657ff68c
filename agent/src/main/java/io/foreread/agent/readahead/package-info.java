/**
 * The read-ahead algorithm on positional reads and direct memory. Uses no type of Cassandra and no metrics library, and is
 * tested with plain files. Loaded when the node starts, with all classes of the data path.
 */
package io.foreread.agent.readahead;
