/**
 * The read-ahead algorithm on positional reads and direct memory. Knows no Cassandra type and no metrics library;
 * tested against plain files. Loaded at the first scan.
 */
package io.foreread.agent.readahead;
