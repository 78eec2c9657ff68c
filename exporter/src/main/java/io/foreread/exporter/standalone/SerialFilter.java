package io.foreread.exporter.standalone;

/**
 * Restricts the classes that nodes can make the exporter deserialize. The class path of the exporter has few other
 * classes, but a node that is not trusted must not choose among them.
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
     * Sets the filter of the process unless the operator has set one. JMX clients have no filter per connection. Java
     * reads the property at its first use, so this must be called before. Java releases before 8u121 have no filter.
     */
    static void install() {
        if (System.getProperty(PROPERTY) == null) System.setProperty(PROPERTY, ALLOWED);
    }
}
