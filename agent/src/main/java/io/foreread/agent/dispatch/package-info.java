/**
 * Methods that woven code calls instead of Cassandra's methods that open and read files. Loaded by Cassandra's class
 * loader when the node starts. The signatures have types of the JDK, of Cassandra and of its libraries only, so that
 * the package {@code reader} could be moved to another class loader.
 */
package io.foreread.agent.dispatch;
