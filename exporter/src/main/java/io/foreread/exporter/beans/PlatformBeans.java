package io.foreread.exporter.beans;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.MBeanServerFactory;

/** This JVM's own MXBeans in an MBean server that nobody else knows, so that they are read as a far JVM's are. */
final class PlatformBeans {
    private PlatformBeans() {}

    static MBeanServerConnection connection() {
        List<PlatformManagedObject> beans = new ArrayList<>();
        beans.add(ManagementFactory.getMemoryMXBean());
        beans.addAll(ManagementFactory.getMemoryPoolMXBeans());
        beans.addAll(ManagementFactory.getGarbageCollectorMXBeans());
        beans.addAll(ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class));
        beans.add(ManagementFactory.getThreadMXBean());
        beans.add(ManagementFactory.getClassLoadingMXBean());
        beans.add(ManagementFactory.getOperatingSystemMXBean());
        beans.add(ManagementFactory.getRuntimeMXBean());
        // A JVM that only interprets has none.
        if (ManagementFactory.getCompilationMXBean() != null) beans.add(ManagementFactory.getCompilationMXBean());
        MBeanServer server = MBeanServerFactory.newMBeanServer();
        try {
            for (PlatformManagedObject bean : beans) server.registerMBean(bean, bean.getObjectName());
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
        return server;
    }
}
