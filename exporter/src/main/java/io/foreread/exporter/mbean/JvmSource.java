package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.JvmFacts;
import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Exports the {@link JvmFacts} of a JVM. A scrape reads only attributes that are cheap. Attributes for which the JVM
 * reads files are read in the background every few seconds. The names of garbage collectors and memory pools are not
 * hard-coded. Thread-safe.
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

    /**
     * Attributes that are expensive to read. The JVM reads most of them from files. It also counts the file descriptors
     * of the process, and each open sstable and each connection has at least one.
     */
    private static final String[] SYSTEM_ATTRIBUTES = {
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

    private final Supplier<@Nullable JvmBeans> jvms;
    /** The MBean names and properties of the JVM that was read last; null before the first read. */
    private volatile @Nullable Beans beans;
    /** Null before the first read. */
    private volatile @Nullable SystemReading systemAttributes;

    private volatile MetricsConfig config;

    private JvmSource(Supplier<@Nullable JvmBeans> jvms, MetricsConfig config) {
        this.jvms = jvms;
        this.config = config;
    }

    public static JvmSource ofThisJvm(MetricsConfig config) {
        JvmBeans beans = new ThisJvm();
        return new JvmSource(() -> beans, config);
    }

    /** @param connection supplies a connection to another JVM, or null while it is not reachable */
    public static JvmSource of(Supplier<? extends @Nullable MBeanServerConnection> connection, MetricsConfig config) {
        return new JvmSource(RemoteJvm.over(connection), config);
    }

    /** Applies a new selection of metrics. */
    public void configure(MetricsConfig newConfig) {
        config = newConfig;
    }

    @Override
    public String name() {
        return "jvm";
    }

    /**
     * Reads the attributes that scrapes do not read. The caller repeats this every few seconds. After an error, the
     * next scrape reads these attributes itself.
     */
    public void readFiles() {
        JvmBeans jvm = jvms.get();
        try {
            systemAttributes = jvm == null ? null : new SystemReading(jvm);
        } catch (JMException | IOException | RuntimeException e) {
            systemAttributes = null;
        }
    }

    @Override
    public void collect(MetricSink sink) {
        JvmBeans jvm = jvms.get();
        if (jvm == null) return;
        MetricSink selected = new SelectedMetrics(sink, config);
        try {
            Beans known = beans;
            if (known == null || known.jvm != jvm) beans = known = new Beans(jvm);
            memory(known, selected);
            collectors(known, selected);
            buffers(known, selected);
            threads(jvm, selected);
            classes(jvm, selected);
            system(jvm, selected);
            runtime(known, selected);
        } catch (JMException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void memory(Beans beans, MetricSink sink) throws JMException, IOException {
        Attributes memory = beans.jvm.attributes(MEMORY, "HeapMemoryUsage", "NonHeapMemoryUsage");
        MemoryUsage heap = memory(memory.get("HeapMemoryUsage"));
        area(heap, sink, "heap");
        area(memory(memory.get("NonHeapMemoryUsage")), sink, "nonheap");
        if (beans.maxDirectBytes > 0) sink.sample(JvmFacts.DIRECT_MEMORY_MAX, beans.maxDirectBytes);
        else usage(heap, MemoryUsage::getMax, sink, JvmFacts.DIRECT_MEMORY_MAX);
        for (ObjectName name : beans.pools) {
            Attributes pool = beans.jvm.attributes(name, "Type", "Usage", "CollectionUsage");
            String area = "HEAP".equals(pool.get("Type")) ? "heap" : "nonheap";
            String id = name.getKeyProperty("name");
            MemoryUsage usage = memory(pool.get("Usage"));
            usage(usage, MemoryUsage::getUsed, sink, JvmFacts.POOL_USED, area, id);
            usage(usage, MemoryUsage::getCommitted, sink, JvmFacts.POOL_COMMITTED, area, id);
            usage(usage, MemoryUsage::getMax, sink, JvmFacts.POOL_MAX, area, id);
            MemoryUsage afterGc = memory(pool.get("CollectionUsage"));
            usage(afterGc, MemoryUsage::getUsed, sink, JvmFacts.POOL_USED_AFTER_GC, area, id);
        }
    }

    private static void area(@Nullable MemoryUsage memory, MetricSink sink, String area) {
        usage(memory, MemoryUsage::getUsed, sink, JvmFacts.AREA_USED, area);
        usage(memory, MemoryUsage::getCommitted, sink, JvmFacts.AREA_COMMITTED, area);
        usage(memory, MemoryUsage::getMax, sink, JvmFacts.AREA_MAX, area);
    }

    private static void usage(
            @Nullable MemoryUsage memory,
            ToLongFunction<MemoryUsage> item,
            MetricSink sink,
            Metric metric,
            String... labelValues) {
        if (memory == null) return;
        long bytes = item.applyAsLong(memory);
        if (bytes >= 0) sink.sample(metric, bytes, labelValues);
    }

    /** Converts a value of this JVM or, as CompositeData, of another JVM. */
    private static @Nullable MemoryUsage memory(@Nullable Object usage) {
        return usage instanceof CompositeData ? MemoryUsage.from((CompositeData) usage) : (MemoryUsage) usage;
    }

    private static void collectors(Beans beans, MetricSink sink) throws JMException, IOException {
        for (ObjectName name : beans.collectors) {
            Attributes collector = beans.jvm.attributes(name, "CollectionCount", "CollectionTime");
            collector.emitIfNonNegative(
                    "CollectionCount",
                    count -> collector.emitIfNonNegative(
                            "CollectionTime",
                            millis -> sink.summary(
                                    JvmFacts.GC, (long) count, millis * MILLIS, name.getKeyProperty("name"))));
        }
    }

    private static void buffers(Beans beans, MetricSink sink) throws JMException, IOException {
        for (ObjectName name : beans.buffers) {
            Attributes pool = beans.jvm.attributes(name, "Count", "MemoryUsed", "TotalCapacity");
            String id = name.getKeyProperty("name");
            pool.emitIfNonNegative("Count", value -> sink.sample(JvmFacts.BUFFERS_COUNT, value, id));
            pool.emitIfNonNegative("MemoryUsed", value -> sink.sample(JvmFacts.BUFFERS_USED, value, id));
            pool.emitIfNonNegative("TotalCapacity", value -> sink.sample(JvmFacts.BUFFERS_CAPACITY, value, id));
        }
    }

    private void threads(JvmBeans jvm, MetricSink sink) throws JMException, IOException {
        Attributes bean = jvm.attributes(
                THREADING, "ThreadCount", "DaemonThreadCount", "PeakThreadCount", "TotalStartedThreadCount");
        bean.emit("ThreadCount", value -> sink.sample(JvmFacts.THREADS_LIVE, value));
        bean.emit("DaemonThreadCount", value -> sink.sample(JvmFacts.THREADS_DAEMON, value));
        bean.emit("PeakThreadCount", value -> sink.sample(JvmFacts.THREADS_PEAK, value));
        bean.emit("TotalStartedThreadCount", value -> sink.sample(JvmFacts.THREADS_STARTED, value));
        if (!exportsThreadStates(jvm)) return;
        for (Map.Entry<Thread.State, Integer> state : jvm.threadsByState().entrySet())
            sink.sample(
                    JvmFacts.THREADS_STATES, state.getValue(), state.getKey().name());
    }

    private boolean exportsThreadStates(JvmBeans jvm) {
        String family = JvmFacts.THREADS_STATES.name();
        return jvm.threadStatesAreCheap()
                ? config.exports(Level.NODE, family)
                : config.exportsIfIncluded(Level.NODE, family);
    }

    private static void classes(JvmBeans jvm, MetricSink sink) throws JMException, IOException {
        Attributes bean = jvm.attributes(CLASSES, "LoadedClassCount", "TotalLoadedClassCount", "UnloadedClassCount");
        bean.emit("LoadedClassCount", value -> sink.sample(JvmFacts.CLASSES_LOADED, value));
        bean.emit("TotalLoadedClassCount", value -> sink.sample(JvmFacts.CLASSES_LOADED_TOTAL, value));
        bean.emit("UnloadedClassCount", value -> sink.sample(JvmFacts.CLASSES_UNLOADED, value));
        jvm.attributes(COMPILATION, "TotalCompilationTime")
                .emit("TotalCompilationTime", millis -> sink.sample(JvmFacts.COMPILATION, millis * MILLIS));
    }

    private void system(JvmBeans jvm, MetricSink sink) throws JMException, IOException {
        Attributes live = jvm.attributes(SYSTEM, "ProcessCpuTime", "AvailableProcessors");
        live.emitIfNonNegative("ProcessCpuTime", value -> sink.sample(JvmFacts.PROCESS_CPU, value * NANOS));
        live.emit("AvailableProcessors", value -> sink.sample(JvmFacts.SYSTEM_CPUS, value));
        SystemReading read = systemAttributes;
        if (read == null || read.jvm != jvm) systemAttributes = read = new SystemReading(jvm);
        Attributes bean = read.attributes;
        bean.emitIfNonNegative("ProcessCpuLoad", value -> sink.sample(JvmFacts.PROCESS_CPU_USAGE, value));
        bean.emitIfNonNegative("SystemCpuLoad", value -> sink.sample(JvmFacts.SYSTEM_CPU_USAGE, value));
        bean.emitIfNonNegative("SystemLoadAverage", value -> sink.sample(JvmFacts.SYSTEM_LOAD, value));
        bean.emit("TotalPhysicalMemorySize", value -> sink.sample(JvmFacts.SYSTEM_MEMORY, value));
        bean.emit("FreePhysicalMemorySize", value -> sink.sample(JvmFacts.SYSTEM_MEMORY_FREE, value));
        bean.emit("TotalSwapSpaceSize", value -> sink.sample(JvmFacts.SYSTEM_SWAP, value));
        bean.emit("FreeSwapSpaceSize", value -> sink.sample(JvmFacts.SYSTEM_SWAP_FREE, value));
        bean.emitIfNonNegative(
                "CommittedVirtualMemorySize", value -> sink.sample(JvmFacts.PROCESS_VIRTUAL_MEMORY, value));
        bean.emitIfNonNegative("OpenFileDescriptorCount", value -> sink.sample(JvmFacts.FILES_OPEN, value));
        bean.emitIfNonNegative("MaxFileDescriptorCount", value -> sink.sample(JvmFacts.FILES_MAX, value));
        if (read.residentBytes >= 0) sink.sample(JvmFacts.PROCESS_RESIDENT_MEMORY, read.residentBytes);
        Attributes runtime = jvm.attributes(RUNTIME, "Uptime", "StartTime");
        runtime.emit("Uptime", millis -> sink.sample(JvmFacts.UPTIME, millis * MILLIS));
        runtime.emit("StartTime", millis -> sink.sample(JvmFacts.START_TIME, millis * MILLIS));
    }

    private static void runtime(Beans beans, MetricSink sink) {
        Attributes properties = beans.systemProperties;
        String version = properties.text("java.runtime.version");
        String vendor = properties.text("java.vm.vendor");
        String runtime = properties.text("java.runtime.name");
        if (version != null && vendor != null && runtime != null)
            sink.sample(JvmFacts.RUNTIME_INFO, 1, version, vendor, runtime);
    }

    /**
     * The properties of a JVM that do not change: the names of its pools and collectors, its system properties, and its
     * options. Immutable.
     */
    private static final class Beans {
        final JvmBeans jvm;
        final Set<ObjectName> pools;
        final Set<ObjectName> collectors;
        final Set<ObjectName> buffers;
        final Attributes systemProperties;
        /** 0 if the option is not set. */
        final long maxDirectBytes;

        Beans(JvmBeans jvm) throws JMException, IOException {
            this.jvm = jvm;
            pools = names(POOLS);
            collectors = names(COLLECTORS);
            buffers = names(BUFFERS);
            systemProperties = jvm.attributes(RUNTIME, "SystemProperties").entries("SystemProperties");
            Long option =
                    JvmArguments.of(jvm.attributes(RUNTIME, "InputArguments")).bytes(JvmArguments.MAX_DIRECT_MEMORY);
            maxDirectBytes = option == null ? 0 : option;
        }

        /** Returns the matching names, sorted for a stable order of the samples. */
        private Set<ObjectName> names(ObjectName pattern) throws IOException {
            return new TreeSet<>(jvm.names(pattern));
        }
    }

    /** The result of one read of the system attributes. Immutable. */
    private static final class SystemReading {
        final JvmBeans jvm;
        final Attributes attributes;
        /** Negative if the resident memory is not known. */
        final long residentBytes;

        SystemReading(JvmBeans jvm) throws JMException, IOException {
            this.jvm = jvm;
            attributes = jvm.attributes(SYSTEM, SYSTEM_ATTRIBUTES);
            residentBytes = jvm.residentBytes();
        }
    }
}
