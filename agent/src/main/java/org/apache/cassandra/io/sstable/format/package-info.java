/**
 * One class of Foreread among Cassandra's, for one reason: {@code SSTableReader.dfile}, the open data file, is
 * protected. Loaded by the class loader of Cassandra, so that it belongs to the same run-time package as Cassandra's
 * classes.
 */
package org.apache.cassandra.io.sstable.format;
