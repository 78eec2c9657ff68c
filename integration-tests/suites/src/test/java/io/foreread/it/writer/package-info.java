/**
 * The contract of writers that compress ahead: the same files and exceptions as with Cassandra's writer. Its rules run in a JVM
 * whose class path contains a Cassandra release and the agent, and weave the writers there.
 */
package io.foreread.it.writer;
