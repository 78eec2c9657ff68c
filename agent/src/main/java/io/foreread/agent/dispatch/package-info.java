/**
 * Methods that woven code calls instead of Cassandra's methods that open and read files. Loaded by Cassandra's class
 * loader, on the first scan. The signatures have types of the JDK, of Cassandra and of its libraries only, so that
 * {@code reader} can be in another class loader.
 */
package io.foreread.agent.dispatch;
