/** The MBean: switches and counters while the node runs. Loaded once Cassandra has started. */
package io.foreread.agent.control;
