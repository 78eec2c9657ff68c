/**
 * The calls of woven code that replace a read of Cassandra's. Loaded by the class loader that loads Cassandra, on the first
 * scan. The signatures have types of the JDK, of Cassandra and of its libraries only, so that {@code reader} can be in
 * another class loader.
 */
package io.foreread.agent.dispatch;
