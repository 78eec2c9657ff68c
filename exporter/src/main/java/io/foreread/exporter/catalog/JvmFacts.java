package io.foreread.exporter.catalog;

import static io.foreread.exporter.catalog.Metric.Unit.BYTES;
import static io.foreread.exporter.catalog.Metric.Unit.NONE;
import static io.foreread.exporter.catalog.Metric.Unit.SECONDS;
import static io.foreread.exporter.catalog.Metric.counter;
import static io.foreread.exporter.catalog.Metric.gauge;
import static io.foreread.exporter.catalog.Metric.info;
import static io.foreread.exporter.catalog.Metric.summary;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Metrics of the JVM and its process. The names are those of client_java 1.x, Prometheus' library for Java. A metric
 * that client_java lacks has the name of Micrometer, or a name of Foreread if Micrometer lacks it too.
 */
public final class JvmFacts {
    private static final List<Fact> ALL = new ArrayList<>();

    private static final String MEMORY = "java.lang:type=Memory";
    private static final String POOLS = "java.lang:type=MemoryPool,name=*";
    private static final String COLLECTORS = "java.lang:type=GarbageCollector,name=*";
    private static final String BUFFERS = "java.nio:type=BufferPool,name=*";
    private static final String THREADING = "java.lang:type=Threading";
    private static final String CLASSES = "java.lang:type=ClassLoading";
    private static final String SYSTEM = "java.lang:type=OperatingSystem";
    private static final String RUNTIME = "java.lang:type=Runtime";

    public static final Metric POOL_USED = live(perPool("jvm_memory_pool_used_bytes", "Used memory of a pool."), POOLS);
    public static final Metric POOL_COMMITTED =
            live(perPool("jvm_memory_pool_committed_bytes", "Memory committed for a pool."), POOLS);
    public static final Metric POOL_MAX =
            live(perPool("jvm_memory_pool_max_bytes", "Limit of a pool; absent for a pool without one."), POOLS);
    public static final Metric POOL_USED_AFTER_GC = live(
            perPool(
                    "jvm_memory_pool_collection_used_bytes",
                    "Used memory of a pool after its last garbage collection."),
            POOLS);
    public static final Metric AREA_USED =
            live(perArea("jvm_memory_used_bytes", "Used memory, heap or non-heap."), MEMORY);
    public static final Metric AREA_COMMITTED =
            live(perArea("jvm_memory_committed_bytes", "Committed memory, heap or non-heap."), MEMORY);
    public static final Metric AREA_MAX =
            live(perArea("jvm_memory_max_bytes", "Limit of heap or non-heap memory; absent without a limit."), MEMORY);

    public static final Metric GC = live(
            summary(
                    "jvm_gc_collection_seconds",
                    SECONDS,
                    "Garbage collections and their duration, by collector.",
                    "gc"),
            COLLECTORS);

    public static final Metric BUFFERS_COUNT =
            live(gauge("jvm_buffer_pool_used_buffers", NONE, "Buffers outside the heap.", "pool"), BUFFERS);
    public static final Metric BUFFERS_USED = live(
            gauge("jvm_buffer_pool_used_bytes", BYTES, "Memory of buffers outside the heap, estimated.", "pool"),
            BUFFERS);
    public static final Metric BUFFERS_CAPACITY = live(
            gauge("jvm_buffer_pool_capacity_bytes", BYTES, "Capacity of buffers outside the heap.", "pool"), BUFFERS);
    public static final Metric DIRECT_MEMORY_MAX = live(
            gauge(
                    "jvm_direct_memory_max_bytes",
                    BYTES,
                    "Limit of direct buffers: -XX:MaxDirectMemorySize, or the maximum heap without this option."),
            RUNTIME + " InputArguments");

    public static final Metric THREADS_LIVE =
            live(gauge("jvm_threads_current", NONE, "Live threads, daemons included."), THREADING);
    public static final Metric THREADS_DAEMON =
            live(gauge("jvm_threads_daemon", NONE, "Live daemon threads."), THREADING);
    public static final Metric THREADS_PEAK =
            live(gauge("jvm_threads_peak", NONE, "Maximum of live threads since the JVM started."), THREADING);
    public static final Metric THREADS_STARTED =
            live(counter("jvm_threads_started_total", NONE, "Threads started."), THREADING);
    public static final Metric THREADS_STATES = live(
            gauge(
                    "jvm_threads_state",
                    NONE,
                    "Live threads by state; over remote JMX only if metrics.node.include names it, because it reads all threads.",
                    "state"),
            THREADING + " getThreadInfo");
    public static final Metric THREADS_DEADLOCKED = add(Fact.of(
            gauge("jvm_threads_deadlocked", NONE, "Threads in a deadlock."),
            THREADING + " findDeadlockedThreads",
            Refresh.SLOW));

    public static final Metric CLASSES_LOADED =
            live(gauge("jvm_classes_currently_loaded", NONE, "Currently loaded classes."), CLASSES);
    public static final Metric CLASSES_LOADED_TOTAL =
            live(counter("jvm_classes_loaded_total", NONE, "Classes loaded since the JVM started."), CLASSES);
    public static final Metric CLASSES_UNLOADED =
            live(counter("jvm_classes_unloaded_total", NONE, "Classes unloaded."), CLASSES);
    public static final Metric COMPILATION = live(
            counter("jvm_compilation_time_seconds_total", SECONDS, "Time spent compiling bytecode."),
            "java.lang:type=Compilation");

    public static final Metric PROCESS_CPU =
            live(counter("process_cpu_seconds_total", SECONDS, "CPU time of the process, user and system."), SYSTEM);
    public static final Metric PROCESS_CPU_USAGE = live(
            gauge(
                    "process_cpu_usage",
                    NONE,
                    "Share of all CPUs used by the process since the JVM was last queried, from 0 to 1."),
            SYSTEM);
    public static final Metric SYSTEM_CPU_USAGE = live(
            gauge("system_cpu_usage", NONE, "Share of all CPUs in use since the JVM was last queried, from 0 to 1."),
            SYSTEM);
    public static final Metric SYSTEM_CPUS = live(gauge("system_cpus", NONE, "CPUs available to the JVM."), SYSTEM);
    public static final Metric SYSTEM_LOAD = live(
            gauge("system_load_average_1m", NONE, "Runnable threads of the system, averaged over one minute."), SYSTEM);
    public static final Metric SYSTEM_MEMORY = live(
            gauge("system_memory_size_bytes", BYTES, "Physical memory, or the memory limit of the container."), SYSTEM);
    public static final Metric SYSTEM_MEMORY_FREE =
            live(gauge("system_memory_free_bytes", BYTES, "Unused physical memory, without the page cache."), SYSTEM);
    public static final Metric SYSTEM_SWAP = live(gauge("system_swap_size_bytes", BYTES, "Total swap space."), SYSTEM);
    public static final Metric SYSTEM_SWAP_FREE =
            live(gauge("system_swap_free_bytes", BYTES, "Unused swap space."), SYSTEM);
    public static final Metric PROCESS_VIRTUAL_MEMORY = live(
            gauge("process_virtual_memory_bytes", BYTES, "Virtual memory of the process, mapped files included."),
            SYSTEM);
    public static final Metric PROCESS_RESIDENT_MEMORY = live(
            gauge(
                    "process_resident_memory_bytes",
                    BYTES,
                    "Resident memory of the process, cached pages of mapped files included; not over remote JMX."),
            "/proc/self/status VmRSS");
    public static final Metric FILES_OPEN = live(gauge("process_open_fds", NONE, "Open file descriptors."), SYSTEM);
    public static final Metric FILES_MAX =
            live(gauge("process_max_fds", NONE, "Limit of open file descriptors."), SYSTEM);
    public static final Metric UPTIME =
            live(gauge("process_uptime_seconds", SECONDS, "Time since the JVM started."), RUNTIME);
    public static final Metric START_TIME =
            live(gauge("process_start_time_seconds", SECONDS, "Unix time at which the JVM started."), RUNTIME);

    public static final Metric RUNTIME_INFO = live(
            info("jvm_runtime_info", "Java version, vendor and runtime, always 1.", "version", "vendor", "runtime"),
            RUNTIME + " SystemProperties");

    private JvmFacts() {}

    private static Metric perPool(String name, String help) {
        return gauge(name, BYTES, help, "area", "pool");
    }

    private static Metric perArea(String name, String help) {
        return gauge(name, BYTES, help, "area");
    }

    private static Metric live(Metric metric, String source) {
        return add(Fact.of(metric, source, Refresh.LIVE));
    }

    private static Metric add(Fact fact) {
        ALL.add(fact);
        return fact.metric();
    }

    public static List<Fact> all() {
        return Collections.unmodifiableList(ALL);
    }
}
