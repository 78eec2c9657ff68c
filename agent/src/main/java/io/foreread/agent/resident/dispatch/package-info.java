/**
 * Methods that woven code calls, and interfaces that an attachment implements. Loaded by Cassandra's class loader when the
 * agent starts, and for good: classes of attachments come and go. The signatures have types of the JDK, of Cassandra and of
 * its libraries only.
 *
 * <p>Without an attachment, a call does what Cassandra does without the agent, and costs one volatile read.
 */
package io.foreread.agent.resident.dispatch;
