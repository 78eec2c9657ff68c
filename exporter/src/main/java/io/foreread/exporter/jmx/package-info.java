/** A node's metrics from another JVM, over remote JMX: the same catalog and bridge, fed by MBeans. Never loaded in a node. */
package io.foreread.exporter.jmx;
