/**
 * The adapter between {@code readahead} and Cassandra's readers: which reader a scan gets, and how chunks are checked and
 * decompressed. Loaded at the first scan.
 */
package io.foreread.agent.reader;
