/**
 * The contract of readers of Data.db. Its rules run in a JVM whose class path contains a Cassandra release and the
 * agent. The rules are compiled against the lowest line. They find members that later lines have renamed by their
 * signatures.
 */
package io.foreread.it.contract;
