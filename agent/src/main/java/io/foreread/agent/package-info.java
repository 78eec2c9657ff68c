/** The entry point of the agent. Loaded by the JVM before Cassandra; refers to resident classes only. */
package io.foreread.agent;
