package io.foreread.exporter.own;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Exports safepoint counts and times. They come from an internal class of the JDK, so they are absent unless its
 * package is opened to Foreread and the JVM counts safepoints. Thread-safe.
 */
public final class SafepointMetrics implements MetricSource {
    private static final double MILLIS = 1e-3;

    /** The HotSpot MBean with the safepoint counters; null if it is not accessible. */
    private final @Nullable Object runtime;

    private final @Nullable Class<?> type;

    public SafepointMetrics() {
        Object found = null;
        Class<?> mbeanInterface = null;
        try {
            mbeanInterface = Class.forName("sun.management.HotspotRuntimeMBean");
            found = Class.forName("sun.management.ManagementFactoryHelper")
                    .getMethod("getHotspotRuntimeMBean")
                    .invoke(null);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // This is not a HotSpot JVM, or the package is not opened.
        }
        runtime = found;
        type = mbeanInterface;
    }

    @Override
    public String name() {
        return "safepoints";
    }

    @Override
    public void collect(MetricSink sink) {
        if (runtime == null || type == null) return;
        emit(type, sink, OwnMetrics.SAFEPOINTS, "getSafepointCount", 1);
        emit(type, sink, OwnMetrics.SAFEPOINT_SECONDS, "getTotalSafepointTime", MILLIS);
        emit(type, sink, OwnMetrics.SAFEPOINT_SYNC_SECONDS, "getSafepointSyncTime", MILLIS);
    }

    private void emit(Class<?> type, MetricSink sink, Metric metric, String getter, double scale) {
        try {
            Method method = type.getMethod(getter);
            long value = (Long) method.invoke(runtime);
            if (value >= 0) sink.sample(metric, value * scale);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
