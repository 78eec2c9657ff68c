/**
 * Foreread's class among Cassandra's, for one reason: {@code SSTableReader.dfile}, the open data file, is protected.
 * Nothing else of ours belongs here.
 */
package org.apache.cassandra.io.sstable.format;
