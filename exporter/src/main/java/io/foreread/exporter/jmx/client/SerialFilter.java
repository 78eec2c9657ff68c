package io.foreread.exporter.jmx.client;

/**
 * Restricts the classes that a JMX client deserializes. Without a filter, a node that is not trusted could choose any class
 * on the class path of the client.
 */
public final class SerialFilter {
    private static final String PROPERTY = "jdk.serialFilter";

    /**
     * The classes that RMI, JMX and the values of Cassandra's attributes need. The first pattern that matches a class
     * decides, so the rejected classes precede the package that contains them. The rejected classes open a port when they
     * are deserialized.
     *
     * <p>The limits apply to one call. An answer with the names of 750,000 MBeans has about 160 MB, and its hash table can
     * have 2^21 entries.
     */
    static final String PATTERN = "maxdepth=64;maxarray=2097152;maxbytes=536870912;"
            + "!java.rmi.server.UnicastRemoteObject;!java.rmi.activation.**;"
            + "java.lang.*;java.lang.reflect.Proxy;java.math.*;java.net.*;"
            + "java.rmi.**;java.security.cert.*;java.security.GeneralSecurityException;"
            + "java.security.PrivilegedActionException;java.util.*;java.util.concurrent.**;javax.management.**;"
            + "javax.naming.*;javax.rmi.ssl.*;javax.security.auth.login.*;javax.net.ssl.*;java.io.*;sun.rmi.**;"
            + "com.sun.jmx.remote.**;com.sun.jndi.rmi.registry.*;com.sun.proxy.*;jdk.proxy*;!*";

    private SerialFilter() {}

    /**
     * Sets the filter of the process unless there is one already. JMX clients have no filter per connection. Must be called
     * before the first deserialization. Java releases before 8u121 have no filter.
     *
     * <p>Java 17 reads the property {@code jdk.serialFilter} when the JVM starts, so it is set by {@code ObjectInputFilter}, which
     * Java 8 does not have. Java 8 reads the property at the first deserialization.
     */
    public static void install() {
        if (System.getProperty(PROPERTY) != null) return;
        try {
            Class<?> type = Class.forName("java.io.ObjectInputFilter");
            Class<?> config = Class.forName("java.io.ObjectInputFilter$Config");
            if (config.getMethod("getSerialFilter").invoke(null) != null) return;
            Object filter = config.getMethod("createFilter", String.class).invoke(null, PATTERN);
            config.getMethod("setSerialFilter", type).invoke(null, filter);
        } catch (ClassNotFoundException e) {
            System.setProperty(PROPERTY, PATTERN);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot limit the classes that are deserialized", e);
        }
    }
}
