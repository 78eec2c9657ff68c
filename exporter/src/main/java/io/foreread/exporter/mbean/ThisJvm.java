package io.foreread.exporter.mbean;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.PlatformManagedObject;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadMXBean;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * Reads the MXBeans of this JVM. Scrapes call the MXBeans directly, because the open types of an MBean server would
 * create garbage for hundreds of threads and each memory pool. Other reads use a private MBean server, because
 * Cassandra must create the platform MBean server.
 */
final class ThisJvm implements JvmBeans {
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final Map<ObjectName, Map<String, Supplier<Object>>> getters = new HashMap<>();
    private final ThreadGroup threads = allThreads();

    ThisJvm() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        add(memory).put("HeapMemoryUsage", memory::getHeapMemoryUsage);
        of(memory).put("NonHeapMemoryUsage", memory::getNonHeapMemoryUsage);
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            add(pool).put("Type", () -> pool.getType().name());
            of(pool).put("Usage", pool::getUsage);
            of(pool).put("CollectionUsage", pool::getCollectionUsage);
        }
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            add(collector).put("CollectionCount", collector::getCollectionCount);
            of(collector).put("CollectionTime", collector::getCollectionTime);
        }
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            add(pool).put("Count", pool::getCount);
            of(pool).put("MemoryUsed", pool::getMemoryUsed);
            of(pool).put("TotalCapacity", pool::getTotalCapacity);
        }
        ThreadMXBean threading = ManagementFactory.getThreadMXBean();
        add(threading).put("ThreadCount", threading::getThreadCount);
        of(threading).put("DaemonThreadCount", threading::getDaemonThreadCount);
        of(threading).put("PeakThreadCount", threading::getPeakThreadCount);
        of(threading).put("TotalStartedThreadCount", threading::getTotalStartedThreadCount);
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        add(classes).put("LoadedClassCount", classes::getLoadedClassCount);
        of(classes).put("TotalLoadedClassCount", classes::getTotalLoadedClassCount);
        of(classes).put("UnloadedClassCount", classes::getUnloadedClassCount);
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        add(system).put("AvailableProcessors", system::getAvailableProcessors);
        if (system instanceof com.sun.management.OperatingSystemMXBean)
            of(system).put("ProcessCpuTime", ((com.sun.management.OperatingSystemMXBean) system)::getProcessCpuTime);
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        add(runtime).put("Uptime", runtime::getUptime);
        of(runtime).put("StartTime", runtime::getStartTime);
        of(runtime).put("SystemProperties", runtime::getSystemProperties);
        // A JVM without a compiler has no such MXBean.
        CompilationMXBean compilation = ManagementFactory.getCompilationMXBean();
        if (compilation != null) add(compilation).put("TotalCompilationTime", compilation::getTotalCompilationTime);
    }

    private Map<String, Supplier<Object>> add(PlatformManagedObject bean) {
        try {
            server.registerMBean(bean, bean.getObjectName());
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
        return getters.computeIfAbsent(bean.getObjectName(), name -> new HashMap<>());
    }

    private Map<String, Supplier<Object>> of(PlatformManagedObject bean) {
        return Objects.requireNonNull(getters.get(bean.getObjectName()));
    }

    @Override
    public Attributes attributes(ObjectName bean, String... names) throws JMException, IOException {
        Map<String, Supplier<Object>> known = getters.get(bean);
        Map<String, Object> values = new HashMap<>();
        for (String name : names) {
            Supplier<Object> getter = known == null ? null : known.get(name);
            if (getter == null) return Attributes.of(server, bean, names);
            try {
                Object value = getter.get();
                if (value != null) values.put(name, value);
            } catch (RuntimeException | LinkageError | InternalError e) {
                // An unsupported attribute is absent. An MBean server also leaves it out.
            }
        }
        return Attributes.of(bean, values);
    }

    @Override
    public Set<ObjectName> names(ObjectName pattern) {
        return server.queryNames(pattern, null);
    }

    @Override
    public boolean threadStatesAreCheap() {
        return true;
    }

    @Override
    public long residentBytes() {
        return ProcStatus.residentBytes(Paths.get("/proc/self/status"));
    }

    /** Threads that start during the call can be missing. */
    @Override
    public Map<Thread.State, Integer> threadsByState() {
        Thread[] all = new Thread[2 * threads.activeCount()];
        int count = threads.enumerate(all);
        Map<Thread.State, Integer> counts = JvmBeans.noThreads();
        for (int i = 0; i < count; i++) counts.merge(all[i].getState(), 1, Integer::sum);
        // A thread can end during the call. The thread counts of the MXBean do not include terminated threads.
        counts.put(Thread.State.TERMINATED, 0);
        return counts;
    }

    private static ThreadGroup allThreads() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) group = group.getParent();
        return group;
    }
}
