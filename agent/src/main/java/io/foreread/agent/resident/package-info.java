/**
 * Starts Foreread in a class loader of its own, from premain and for each attachment. Loaded by the JVM before Cassandra, and
 * for good. It has types of the JDK only, and refers to classes of an attachment by name.
 */
package io.foreread.agent.resident;
