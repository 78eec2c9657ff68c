/** The MBean: switches and counters while the node runs. */
package io.foreread.agent.control;
