/** The entry of the agent. Loaded by the JVM before anything of Cassandra, and knows one other class of ours. */
package io.foreread.agent;
