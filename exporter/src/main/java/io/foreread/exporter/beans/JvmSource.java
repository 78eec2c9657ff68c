package io.foreread.exporter.beans;

import io.foreread.exporter.catalog.JvmFacts;
import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * The {@link JvmFacts} of one JVM, read by the scrape: no attribute asked for is more than a look at a number, and each
 * MBean is asked once. What the JVM itself reads files for is the exception: the owner has it read every few seconds. Knows
 * no collector and no pool by name. Thread-safe.
 */
public final class JvmSource implements MetricSource {
    private static final ObjectName MEMORY = Attributes.name("java.lang:type=Memory");
    private static final ObjectName POOLS = Attributes.name("java.lang:type=MemoryPool,name=*");
    private static final ObjectName COLLECTORS = Attributes.name("java.lang:type=GarbageCollector,name=*");
    private static final ObjectName BUFFERS = Attributes.name("java.nio:type=BufferPool,name=*");
    private static final ObjectName THREADING = Attributes.name("java.lang:type=Threading");
    private static final ObjectName CLASSES = Attributes.name("java.lang:type=ClassLoading");
    private static final ObjectName COMPILATION = Attributes.name("java.lang:type=Compilation");
    private static final ObjectName SYSTEM = Attributes.name("java.lang:type=OperatingSystem");
    private static final ObjectName RUNTIME = Attributes.name("java.lang:type=Runtime");

    /** Read from files of the system, or counted in a directory that has one for each sstable and connection. */
    private static final String[] OF_FILES = {
        "ProcessCpuLoad",
        "SystemCpuLoad",
        "SystemLoadAverage",
        "TotalPhysicalMemorySize",
        "FreePhysicalMemorySize",
        "TotalSwapSpaceSize",
        "FreeSwapSpaceSize",
        "CommittedVirtualMemorySize",
        "OpenFileDescriptorCount",
        "MaxFileDescriptorCount"
    };

    private static final double MILLIS = 1e-3;
    private static final double NANOS = 1e-9;

    private final Supplier<? extends MBeanServerConnection> connection;
    private final ThreadStates threads;
    /** Of the connection last asked; null before. */
    private volatile Beans beans;
    /** Null before the first reading. */
    private volatile OfFiles ofFiles;

    private volatile MetricsConfig config;

    private JvmSource(
            Supplier<? extends MBeanServerConnection> connection, ThreadStates threads, MetricsConfig config) {
        this.connection = connection;
        this.threads = threads;
        this.config = config;
    }

    /** The JVM we run in. Leaves the platform's MBean server alone: its creation must stay Cassandra's. */
    public static JvmSource ofThisJvm(MetricsConfig config) {
        MBeanServerConnection beans = PlatformBeans.connection();
        return new JvmSource(() -> beans, ThreadStates.ofThisJvm(), config);
    }

    /** @param connection to another JVM; gives null while it cannot be asked */
    public static JvmSource of(Supplier<? extends MBeanServerConnection> connection, MetricsConfig config) {
        return new JvmSource(connection, ThreadStates.over(connection), config);
    }

    /** Takes another choice of metrics. */
    public void configure(MetricsConfig newConfig) {
        config = newConfig;
    }

    @Override
    public String name() {
        return "jvm";
    }

    /** Reads what no scrape reads but the first; called every few seconds. What cannot be read is left to the next scrape. */
    public void readFiles() {
        MBeanServerConnection jvm = connection.get();
        try {
            ofFiles = jvm == null ? null : new OfFiles(jvm);
        } catch (JMException | IOException | RuntimeException e) {
            ofFiles = null;
        }
    }

    @Override
    public void collect(MetricSink sink) {
        MBeanServerConnection jvm = connection.get();
        if (jvm == null) return;
        MetricSink told = new Chosen(sink, config);
        try {
            Beans known = beans;
            if (known == null || known.jvm != jvm) beans = known = new Beans(jvm);
            memory(known, told);
            collectors(known, told);
            buffers(known, told);
            threads(jvm, told);
            classes(jvm, told);
            system(jvm, told);
        } catch (JMException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void memory(Beans beans, MetricSink sink) throws JMException, IOException {
        Attributes memory = Attributes.of(beans.jvm, MEMORY, "HeapMemoryUsage", "NonHeapMemoryUsage");
        area(memory.get("HeapMemoryUsage"), sink, "heap");
        area(memory.get("NonHeapMemoryUsage"), sink, "nonheap");
        for (ObjectName name : beans.pools) {
            Attributes pool = Attributes.of(beans.jvm, name, "Type", "Usage", "CollectionUsage");
            String area = "HEAP".equals(pool.get("Type")) ? "heap" : "nonheap";
            String id = name.getKeyProperty("name");
            usage(pool.get("Usage"), "used", sink, JvmFacts.POOL_USED, area, id);
            usage(pool.get("Usage"), "committed", sink, JvmFacts.POOL_COMMITTED, area, id);
            usage(pool.get("Usage"), "max", sink, JvmFacts.POOL_MAX, area, id);
            usage(pool.get("CollectionUsage"), "used", sink, JvmFacts.POOL_USED_AFTER_GC, area, id);
        }
    }

    private static void area(Object memory, MetricSink sink, String area) {
        usage(memory, "used", sink, JvmFacts.AREA_USED, area);
        usage(memory, "committed", sink, JvmFacts.AREA_COMMITTED, area);
        usage(memory, "max", sink, JvmFacts.AREA_MAX, area);
    }

    private static void usage(Object memory, String item, MetricSink sink, Metric metric, String... labelValues) {
        if (!(memory instanceof CompositeData)) return;
        long bytes = (Long) ((CompositeData) memory).get(item);
        if (bytes >= 0) sink.sample(metric, bytes, labelValues);
    }

    private static void collectors(Beans beans, MetricSink sink) throws JMException, IOException {
        for (ObjectName name : beans.collectors) {
            Attributes collector = Attributes.of(beans.jvm, name, "CollectionCount", "CollectionTime");
            collector.tellUnlessNegative(
                    "CollectionCount",
                    count -> collector.tellUnlessNegative(
                            "CollectionTime",
                            millis -> sink.summary(
                                    JvmFacts.GC, (long) count, millis * MILLIS, name.getKeyProperty("name"))));
        }
    }

    private static void buffers(Beans beans, MetricSink sink) throws JMException, IOException {
        for (ObjectName name : beans.buffers) {
            Attributes pool = Attributes.of(beans.jvm, name, "Count", "MemoryUsed", "TotalCapacity");
            String id = name.getKeyProperty("name");
            pool.tellUnlessNegative("Count", value -> sink.sample(JvmFacts.BUFFERS_COUNT, value, id));
            pool.tellUnlessNegative("MemoryUsed", value -> sink.sample(JvmFacts.BUFFERS_USED, value, id));
            pool.tellUnlessNegative("TotalCapacity", value -> sink.sample(JvmFacts.BUFFERS_CAPACITY, value, id));
        }
    }

    private void threads(MBeanServerConnection jvm, MetricSink sink) throws JMException, IOException {
        Attributes bean = Attributes.of(
                jvm, THREADING, "ThreadCount", "DaemonThreadCount", "PeakThreadCount", "TotalStartedThreadCount");
        bean.tell("ThreadCount", value -> sink.sample(JvmFacts.THREADS_LIVE, value));
        bean.tell("DaemonThreadCount", value -> sink.sample(JvmFacts.THREADS_DAEMON, value));
        bean.tell("PeakThreadCount", value -> sink.sample(JvmFacts.THREADS_PEAK, value));
        bean.tell("TotalStartedThreadCount", value -> sink.sample(JvmFacts.THREADS_STARTED, value));
        if (!tells(config, JvmFacts.THREADS_STATES)) return;
        for (Map.Entry<Thread.State, Integer> state : threads.count().entrySet())
            sink.sample(JvmFacts.THREADS_STATES, state.getValue(), ThreadStates.word(state.getKey()));
    }

    private static void classes(MBeanServerConnection jvm, MetricSink sink) throws JMException, IOException {
        Attributes bean =
                Attributes.of(jvm, CLASSES, "LoadedClassCount", "TotalLoadedClassCount", "UnloadedClassCount");
        bean.tell("LoadedClassCount", value -> sink.sample(JvmFacts.CLASSES_LOADED, value));
        bean.tell("TotalLoadedClassCount", value -> sink.sample(JvmFacts.CLASSES_LOADED_TOTAL, value));
        bean.tell("UnloadedClassCount", value -> sink.sample(JvmFacts.CLASSES_UNLOADED, value));
        Attributes.of(jvm, COMPILATION, "TotalCompilationTime")
                .tell("TotalCompilationTime", millis -> sink.sample(JvmFacts.COMPILATION, millis * MILLIS));
    }

    private void system(MBeanServerConnection jvm, MetricSink sink) throws JMException, IOException {
        Attributes live = Attributes.of(jvm, SYSTEM, "ProcessCpuTime", "AvailableProcessors");
        live.tellUnlessNegative("ProcessCpuTime", value -> sink.sample(JvmFacts.PROCESS_CPU, value * NANOS));
        live.tell("AvailableProcessors", value -> sink.sample(JvmFacts.SYSTEM_CPUS, value));
        OfFiles read = ofFiles;
        if (read == null || read.jvm != jvm) ofFiles = read = new OfFiles(jvm);
        Attributes bean = read.attributes;
        bean.tellUnlessNegative("ProcessCpuLoad", value -> sink.sample(JvmFacts.PROCESS_CPU_USAGE, value));
        bean.tellUnlessNegative("SystemCpuLoad", value -> sink.sample(JvmFacts.SYSTEM_CPU_USAGE, value));
        bean.tellUnlessNegative("SystemLoadAverage", value -> sink.sample(JvmFacts.SYSTEM_LOAD, value));
        bean.tell("TotalPhysicalMemorySize", value -> sink.sample(JvmFacts.SYSTEM_MEMORY, value));
        bean.tell("FreePhysicalMemorySize", value -> sink.sample(JvmFacts.SYSTEM_MEMORY_FREE, value));
        bean.tell("TotalSwapSpaceSize", value -> sink.sample(JvmFacts.SYSTEM_SWAP, value));
        bean.tell("FreeSwapSpaceSize", value -> sink.sample(JvmFacts.SYSTEM_SWAP_FREE, value));
        bean.tellUnlessNegative(
                "CommittedVirtualMemorySize", value -> sink.sample(JvmFacts.PROCESS_VIRTUAL_MEMORY, value));
        bean.tellUnlessNegative("OpenFileDescriptorCount", value -> sink.sample(JvmFacts.FILES_OPEN, value));
        bean.tellUnlessNegative("MaxFileDescriptorCount", value -> sink.sample(JvmFacts.FILES_MAX, value));
        Attributes runtime = Attributes.of(jvm, RUNTIME, "Uptime", "StartTime");
        runtime.tell("Uptime", millis -> sink.sample(JvmFacts.UPTIME, millis * MILLIS));
        runtime.tell("StartTime", millis -> sink.sample(JvmFacts.START_TIME, millis * MILLIS));
    }

    /** What a JVM has of each kind: the same for as long as it lives, so that it is asked once. Immutable. */
    private static final class Beans {
        final MBeanServerConnection jvm;
        final Set<ObjectName> pools;
        final Set<ObjectName> collectors;
        final Set<ObjectName> buffers;

        Beans(MBeanServerConnection jvm) throws IOException {
            this.jvm = jvm;
            pools = names(POOLS);
            collectors = names(COLLECTORS);
            buffers = names(BUFFERS);
        }

        /** Sorted, so that the order is always the same. */
        private Set<ObjectName> names(ObjectName pattern) throws IOException {
            return new TreeSet<>(jvm.queryNames(pattern, null));
        }
    }

    /** What was last read of a JVM, all at once. Immutable. */
    private static final class OfFiles {
        final MBeanServerConnection jvm;
        final Attributes attributes;

        OfFiles(MBeanServerConnection jvm) throws JMException, IOException {
            this.jvm = jvm;
            attributes = Attributes.of(jvm, SYSTEM, OF_FILES);
        }
    }

    private static boolean tells(MetricsConfig config, Metric metric) {
        return config.tells(Level.NODE, metric.name());
    }

    /** Passes on what the configuration has chosen. */
    private static final class Chosen implements MetricSink {
        private final MetricSink sink;
        private final MetricsConfig config;

        Chosen(MetricSink sink, MetricsConfig config) {
            this.sink = sink;
            this.config = config;
        }

        @Override
        public void sample(Metric metric, double value, String... labelValues) {
            if (tells(config, metric)) sink.sample(metric, value, labelValues);
        }

        @Override
        public void histogram(
                Metric metric, double[] upperBounds, long[] cumulativeCounts, double sum, String... labelValues) {
            if (tells(config, metric)) sink.histogram(metric, upperBounds, cumulativeCounts, sum, labelValues);
        }

        @Override
        public void summary(Metric metric, long count, double sum, String... labelValues) {
            if (tells(config, metric)) sink.summary(metric, count, sum, labelValues);
        }
    }
}
