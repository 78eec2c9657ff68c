package io.foreread.agent.command;

import io.foreread.agent.control.ReadAheadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;

/** A JMX server of this JVM at the loopback address, with an MBean that has the name of the agent's. */
final class AgentOverJmx implements AutoCloseable {
    private final String address;
    private final Registry registry;
    private final JMXConnectorServer server;

    @SuppressWarnings("BanJNDI") // both ends of the connection belong to the test
    AgentOverJmx(Object agent, Map<String, ?> environment) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        address = "127.0.0.1:" + port;
        registry = LocateRegistry.createRegistry(port);
        MBeanServer beans = MBeanServerFactory.newMBeanServer();
        beans.registerMBean(agent, new ObjectName(ReadAheadMXBean.NAME));
        beans.registerMBean(
                new StandardMBean(ManagementFactory.getRuntimeMXBean(), RuntimeMXBean.class, true),
                new ObjectName(ManagementFactory.RUNTIME_MXBEAN_NAME));
        server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi"), environment, beans);
        server.start();
    }

    /** The address for the option {@code --jmx}. */
    String address() {
        return address;
    }

    @Override
    public void close() throws IOException {
        server.stop();
        UnicastRemoteObject.unexportObject(registry, true);
    }
}
