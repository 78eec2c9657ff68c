package io.foreread.exporter.mbean;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleConsumer;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of one MBean, read in one round trip. Attributes that the MBean does not have or cannot return are absent.
 * Immutable.
 */
final class Attributes {
    private final ObjectName bean;
    private final Map<String, Object> values;

    private Attributes(ObjectName bean, Map<String, Object> values) {
        this.bean = bean;
        this.values = values;
    }

    /** Reads attributes of an MBean. The result is empty if the MBean does not exist. */
    static Attributes of(MBeanServerConnection connection, ObjectName bean, String... names)
            throws JMException, IOException {
        Map<String, Object> values = new HashMap<>();
        try {
            for (Attribute attribute : connection.getAttributes(bean, names).asList())
                if (attribute.getValue() != null) values.put(attribute.getName(), attribute.getValue());
        } catch (InstanceNotFoundException e) {
            return new Attributes(bean, Collections.emptyMap());
        }
        return new Attributes(bean, values);
    }

    /** @param values attributes that were read in another way */
    static Attributes of(ObjectName bean, Map<String, Object> values) {
        return new Attributes(bean, values);
    }

    /**
     * Reads the attribute variants whose values include ports. If the first one is absent, as before 4.0, it reads the
     * variants without ports.
     */
    static Attributes withPortOrWithout(MBeanServerConnection connection, ObjectName bean, String... names)
            throws JMException, IOException {
        String[] withPort = new String[names.length];
        for (int i = 0; i < names.length; i++) withPort[i] = names[i] + "WithPort";
        Attributes answer = of(connection, bean, withPort);
        return answer.has(withPort[0]) ? answer : of(connection, bean, names);
    }

    static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    boolean has(String attribute) {
        return values.containsKey(attribute);
    }

    @Nullable
    Object get(String attribute) {
        return values.get(attribute);
    }

    /**
     * Returns the entries of an attribute that is a map, as attributes. The result is empty if the attribute is absent.
     * Over remote JMX, the map is a {@link TabularData}.
     */
    Attributes entries(String attribute) {
        Object value = values.get(attribute);
        Map<String, Object> entries = new HashMap<>();
        if (value instanceof TabularData) {
            for (Object row : ((TabularData) value).values())
                entries.put(String.valueOf(((CompositeData) row).get("key")), ((CompositeData) row).get("value"));
        } else if (value instanceof Map) {
            ((Map<?, ?>) value).forEach((key, entry) -> entries.put(String.valueOf(key), entry));
        }
        return new Attributes(bean, entries);
    }

    @Nullable
    String text(String attribute) {
        Object value = values.get(attribute);
        return value instanceof String ? (String) value : null;
    }

    /** @throws JMException if the attribute is absent or has another type */
    <T> T required(String attribute, Class<T> type) throws JMException {
        Object value = values.get(attribute);
        if (!type.isInstance(value)) throw new JMException(bean + " has no attribute " + attribute);
        return type.cast(value);
    }

    /** Returns the attribute or, if it is absent, its variant with ports. */
    <T> T requiredWithPortOrWithout(String attribute, Class<T> type) throws JMException {
        return required(has(attribute) ? attribute : attribute + "WithPort", type);
    }

    /** Passes a number to the sink, or a boolean as 1 or 0. Does nothing if the attribute is absent. */
    void emit(String attribute, DoubleConsumer sink) {
        Object value = values.get(attribute);
        if (value instanceof Number) sink.accept(((Number) value).doubleValue());
        else if (value instanceof Boolean) sink.accept((Boolean) value ? 1 : 0);
    }

    /** Passes a number to the sink unless it is negative, which means that the JVM does not know the value. */
    void emitIfNonNegative(String attribute, DoubleConsumer sink) {
        emit(attribute, value -> {
            if (value >= 0) sink.accept(value);
        });
    }

    /** Passes the size of a collection to the sink. Does nothing if the attribute is absent. */
    void emitSize(String attribute, DoubleConsumer sink) {
        Object value = values.get(attribute);
        if (value instanceof Collection) sink.accept(((Collection<?>) value).size());
    }
}
