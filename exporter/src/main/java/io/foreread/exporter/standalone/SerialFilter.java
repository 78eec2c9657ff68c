package io.foreread.exporter.standalone;

/**
 * Restricts the classes that the exporter deserializes. Without a filter, a node that is not trusted could choose any
 * class on the class path of the exporter.
 */
final class SerialFilter {
    private static final String PROPERTY = "jdk.serialFilter";

    /** The classes that RMI, JMX and the values of Cassandra's attributes need. */
    private static final String ALLOWED = "maxdepth=64;java.lang.*;java.lang.reflect.Proxy;java.math.*;java.net.*;"
            + "java.rmi.**;java.security.cert.*;java.util.*;java.util.concurrent.**;javax.management.**;javax.naming.*;"
            + "javax.rmi.ssl.*;javax.security.auth.login.*;javax.net.ssl.*;java.io.*;sun.rmi.**;com.sun.jmx.remote.**;"
            + "com.sun.jndi.rmi.registry.*;com.sun.proxy.*;jdk.proxy*;!*";

    private SerialFilter() {}

    /**
     * Sets the filter of the process unless {@code jdk.serialFilter} is already set. JMX clients have no filter per
     * connection. Java reads the property at the first deserialization, so this method must be called before that. Java
     * releases before 8u121 have no filter.
     */
    static void install() {
        if (System.getProperty(PROPERTY) == null) System.setProperty(PROPERTY, ALLOWED);
    }
}
