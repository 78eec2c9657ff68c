/** Connections to the JMX of nodes, with passwords, TLS and timeouts. Never loaded in a node. */
package io.foreread.exporter.jmx.client;
