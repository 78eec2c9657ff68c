/**
 * One class of Foreread among Cassandra's, for one reason: {@code SSTableReader.dfile}, the open data file, is protected.
 * Loaded by the class loader of Cassandra, so that the package is one at run time.
 */
package org.apache.cassandra.io.sstable.format;
