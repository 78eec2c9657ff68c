/** The conditions and the order of the start. Loaded during premain, before any class of Cassandra. */
package io.foreread.agent.startup;
