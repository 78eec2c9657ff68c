/**
 * One class of Foreread among Cassandra's, for one reason: {@code RandomAccessReader}'s constructor and
 * {@code rebufferer} field are package-private up to 4.1. Loaded by the class loader of Cassandra, so that it belongs
 * to the same run-time package as Cassandra's classes.
 */
package org.apache.cassandra.io.util;
