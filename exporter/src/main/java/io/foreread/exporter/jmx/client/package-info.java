/** Opens JMX connections to nodes, with passwords, TLS and timeouts. The package is never loaded in a node. */
package io.foreread.exporter.jmx.client;
