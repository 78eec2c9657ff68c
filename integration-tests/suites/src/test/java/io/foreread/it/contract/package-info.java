/**
 * The contract of readers of Data.db. Its rules run in a JVM whose class path contains a Cassandra release and the agent.
 * They are compiled for Java 8 and against the oldest line, and use reflection for members that have another name or
 * signature in later lines.
 */
package io.foreread.it.contract;
