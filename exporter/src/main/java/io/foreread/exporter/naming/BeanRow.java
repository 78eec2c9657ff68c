package io.foreread.exporter.naming;

import io.foreread.exporter.catalog.Metric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** Maps the attributes of MBeans to the metrics of a naming. Immutable. */
final class BeanRow {
    private final ObjectName bean;
    private final List<Attribute> attributes = new ArrayList<>();

    private BeanRow(Map<?, ?> keys, Map<String, Metric> families) {
        try {
            bean = new ObjectName((String) keys.get("bean"));
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException("dialect bean " + keys.get("bean"), e);
        }
        for (Object row : Objects.requireNonNull((List<?>) keys.get("attributes"), "attributes"))
            attributes.add(new Attribute((Map<?, ?>) row, bean.isPattern(), families));
    }

    static List<BeanRow> of(List<?> rows) {
        Map<String, Metric> families = new HashMap<>();
        List<BeanRow> beans = new ArrayList<>();
        for (Object row : rows) beans.add(new BeanRow((Map<?, ?>) row, families));
        return Collections.unmodifiableList(beans);
    }

    /** The name of an MBean, or a pattern for MBeans that differ in the key {@code name}. */
    ObjectName bean() {
        return bean;
    }

    List<Attribute> attributes() {
        return attributes;
    }

    /** A numeric attribute, or an item of a composite attribute. Immutable. */
    static final class Attribute {
        final String name;
        /** The item of a composite attribute, or empty. */
        final String item;

        final double factor;
        final Metric metric;
        private final List<String> labels = new ArrayList<>();

        private Attribute(Map<?, ?> keys, boolean named, Map<String, Metric> families) {
            String from = Objects.requireNonNull((String) keys.get("from"), "from");
            int dot = from.indexOf('.');
            name = dot < 0 ? from : from.substring(0, dot);
            item = from.substring(name.length() + (dot < 0 ? 0 : 1));
            Object text = keys.get("factor");
            factor = text == null ? 1 : ((Number) text).doubleValue();
            List<String> labelNames = new ArrayList<>();
            if (named) labelNames.add("name");
            Map<?, ?> constants = (Map<?, ?>) keys.get("labels");
            if (constants != null)
                constants.forEach((label, value) -> {
                    labelNames.add((String) label);
                    labels.add((String) value);
                });
            Metric.Type type = keys.containsKey("gauge") ? Metric.Type.GAUGE : Metric.Type.UNKNOWN;
            String key = type.name().toLowerCase(Locale.ROOT);
            String family = Objects.requireNonNull((String) keys.get(key), key);
            metric = families.computeIfAbsent(
                    family,
                    name -> Metric.of(type, name, Objects.requireNonNull((String) keys.get("help"), name), labelNames));
        }

        /** @param beanName the key {@code name} of the MBean, or null if the row is not a pattern */
        String[] labelValues(@Nullable String beanName) {
            List<String> values = new ArrayList<>(labels);
            if (beanName != null) values.add(0, beanName);
            return values.toArray(new String[0]);
        }
    }
}
