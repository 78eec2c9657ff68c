/**
 * Foreread's classes among Cassandra's, for one reason: {@code RandomAccessReader}'s constructor and {@code rebufferer}
 * field are package-private up to 4.1. The agent's jar is on the class loader that loads Cassandra, so the package is
 * one at run time. Nothing else of ours belongs here.
 */
package org.apache.cassandra.io.util;
