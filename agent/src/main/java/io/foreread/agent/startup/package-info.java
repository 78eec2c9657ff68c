/** The order of the start and its reversal. Loaded during premain, before any class of Cassandra. */
package io.foreread.agent.startup;
