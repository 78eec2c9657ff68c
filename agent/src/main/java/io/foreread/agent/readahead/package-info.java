/**
 * The read-ahead algorithm on positional reads and direct memory. Uses no type of Cassandra and no metrics library, and is
 * tested with plain files. Loaded at the first scan.
 */
package io.foreread.agent.readahead;
