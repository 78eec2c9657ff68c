package io.foreread.it.bench.soak;

import io.foreread.it.fixture.NodeJmx;
import java.util.function.ToDoubleFunction;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** A resource that can leak, and how much it may grow without being reported as a leak. */
enum Resource {
    HEAP(
            "heap after a garbage collection",
            "MB",
            16,
            0.05,
            "a memtable that fills and is flushed",
            jmx -> megabytes((Long) ((CompositeData) jmx.getAttribute(Beans.MEMORY, "HeapMemoryUsage")).get("used"))),
    DIRECT(
            "direct memory",
            "MB",
            4,
            0.1,
            "Netty's arenas and idle blocks of Foreread, which stay allocated",
            jmx -> megabytes(jmx.getAttribute(Beans.DIRECT, "MemoryUsed"))),
    THREADS(
            "threads",
            "",
            10,
            0.05,
            "pools that start and end threads depending on load",
            jmx -> jmx.<Integer>getAttribute(Beans.THREADS, "ThreadCount")),
    DESCRIPTORS(
            "open descriptors",
            "",
            40,
            0.1,
            "a few more or fewer sstables, each with up to six descriptors",
            jmx -> jmx.<Long>getAttribute(Beans.SYSTEM, "OpenFileDescriptorCount")),
    CLASSES(
            "loaded classes",
            "",
            100,
            0.005,
            "code that runs for the first time, and accessor classes that are generated for reflection",
            jmx -> jmx.<Integer>getAttribute(Beans.CLASSES, "LoadedClassCount"));

    final String words;
    /** The unit of the values; empty for counts. */
    final String unit;

    /** The growth that is allowed regardless of the value. */
    final double leastBound;
    /** The growth that is allowed, as a fraction of the mean value. */
    final double boundRatio;
    /** The reason why the resource can grow by the bound without a leak. */
    final String allowance;

    private final ToDoubleFunction<NodeJmx> reader;

    Resource(
            String words,
            String unit,
            double leastBound,
            double boundRatio,
            String allowance,
            ToDoubleFunction<NodeJmx> reader) {
        this.words = words;
        this.unit = unit;
        this.leastBound = leastBound;
        this.boundRatio = boundRatio;
        this.allowance = allowance;
        this.reader = reader;
    }

    double read(NodeJmx jmx) {
        return reader.applyAsDouble(jmx);
    }

    private static double megabytes(long bytes) {
        return bytes / 1e6;
    }

    /** The MBeans are in a nested class, because the constants of an enum are initialized before its static fields. */
    private static final class Beans {
        static final ObjectName MEMORY = NodeJmx.name("java.lang:type=Memory");
        static final ObjectName DIRECT = NodeJmx.name("java.nio:type=BufferPool,name=direct");
        static final ObjectName THREADS = NodeJmx.name("java.lang:type=Threading");
        static final ObjectName SYSTEM = NodeJmx.name("java.lang:type=OperatingSystem");
        static final ObjectName CLASSES = NodeJmx.name("java.lang:type=ClassLoading");
    }
}
