/** The MBean: switches and counters while the node runs. Loaded when Cassandra begins to start, or at an attach. */
package io.foreread.agent.control;
