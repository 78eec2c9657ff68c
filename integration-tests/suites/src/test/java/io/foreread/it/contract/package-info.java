/**
 * The contract of readers of Data.db. Its rules run in a JVM whose class path contains a Cassandra release and the
 * agent. Compiled against the lowest line; members that later lines have renamed are found by shape.
 */
package io.foreread.it.contract;
