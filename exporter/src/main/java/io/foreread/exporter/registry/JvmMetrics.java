package io.foreread.exporter.registry;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import java.lang.management.ManagementFactory;

/** The JVM and the process, by Micrometer's own binders. */
public final class JvmMetrics implements MeterBinder, AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;

    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

    @Override
    public void bindTo(MeterRegistry registry) {
        // A gauge that ends in _count and a counter in nanoseconds, which promtool rightly dislikes.
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
        processCpu(registry);
        garbageCollection.bindTo(registry);
        new JvmInfoMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    /** Under the name that every Prometheus client gives it. */
    private static void processCpu(MeterRegistry registry) {
        java.lang.management.OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        if (!(system instanceof OperatingSystemMXBean)) return;
        OperatingSystemMXBean bean = (OperatingSystemMXBean) system;
        // Micrometer holds the object weakly: one that stays.
        FunctionCounter.builder(
                        "process.cpu.seconds", JvmMetrics.class, anchor -> bean.getProcessCpuTime() / NANOS_PER_SECOND)
                .description("CPU time of the process, user and system.")
                .register(registry);
    }

    @Override
    public void close() {
        garbageCollection.close();
    }
}
