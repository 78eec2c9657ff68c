package io.foreread.exporter.naming;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Exports the metrics of a naming that are not in Cassandra's registry. They are read from MBeans of this or another
 * JVM. A metric that cannot be read is absent. Thread-safe.
 */
public final class DialectBeans implements MetricSource {
    private final Dialect dialect = Dialect.jmxExporter();
    private final Supplier<@Nullable MetricsConfig> config;
    private final Supplier<? extends @Nullable MBeanServerConnection> server;

    /**
     * @param config supplies the current configuration, or null before the node has started
     * @param server supplies the MBean server, or null without a connection. It is called only after the node has
     *     started, because Cassandra must create the platform MBean server.
     */
    public DialectBeans(
            Supplier<@Nullable MetricsConfig> config, Supplier<? extends @Nullable MBeanServerConnection> server) {
        this.config = config;
        this.server = server;
    }

    @Override
    public String name() {
        return "dialect_beans";
    }

    @Override
    public void collect(MetricSink sink) {
        MetricsConfig metrics = config.get();
        if (metrics == null || !metrics.naming().usesJmxExporterNames()) return;
        MBeanServerConnection beans = server.get();
        if (beans == null) return;
        for (BeanRow row : dialect.beans()) {
            List<BeanRow.Attribute> wanted = row.attributes().stream()
                    .filter(attribute -> metrics.exports(Level.NODE, attribute.metric.name()))
                    .collect(Collectors.toList());
            if (wanted.isEmpty()) continue;
            try {
                for (ObjectName bean : beans(beans, row.bean()))
                    collect(beans, bean, row.bean().isPattern(), wanted, sink);
            } catch (JMException | RuntimeException e) {
                // The MBean is missing or not ready. This scrape does not export its metrics.
            } catch (IOException e) {
                // The connection is lost. Further calls could block until they time out.
                return;
            }
        }
    }

    private static Collection<ObjectName> beans(MBeanServerConnection beans, ObjectName bean) throws IOException {
        return bean.isPattern() ? new TreeSet<>(beans.queryNames(bean, null)) : Collections.singleton(bean);
    }

    private static void collect(
            MBeanServerConnection beans,
            ObjectName bean,
            boolean named,
            List<BeanRow.Attribute> wanted,
            MetricSink sink)
            throws IOException, JMException {
        String[] names =
                wanted.stream().map(attribute -> attribute.name).distinct().toArray(String[]::new);
        Map<String, Object> values = new HashMap<>();
        for (Attribute attribute : beans.getAttributes(bean, names).asList())
            values.put(attribute.getName(), attribute.getValue());
        for (BeanRow.Attribute attribute : wanted) {
            Object value = values.get(attribute.name);
            if (value instanceof CompositeData) value = ((CompositeData) value).get(attribute.item);
            // A negative value, such as of a load, means that the JVM does not know the value.
            if (!(value instanceof Number) || ((Number) value).doubleValue() < 0) continue;
            sink.sample(
                    attribute.metric,
                    ((Number) value).doubleValue() * attribute.factor,
                    attribute.labelValues(named ? bean.getKeyProperty("name") : null));
        }
    }
}
