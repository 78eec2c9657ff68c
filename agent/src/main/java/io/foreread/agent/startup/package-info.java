/** May we start, and in which order: loaded during premain, before any Cassandra class. */
package io.foreread.agent.startup;
