/** The entry point of the agent. Loaded by the JVM before Cassandra; refers to one other class of the agent. */
package io.foreread.agent;
