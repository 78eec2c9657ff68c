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
import org.jspecify.annotations.Nullable;

/** Some attributes of one MBean, read in one round trip. What the MBean does not have, or could not return, is absent. Immutable. */
final class Attributes {
    private final ObjectName bean;
    private final Map<String, Object> values;

    private Attributes(ObjectName bean, Map<String, Object> values) {
        this.bean = bean;
        this.values = values;
    }

    /** @return with no attribute at all if there is no such MBean */
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

    /** @param values what has been asked of the MBean in another way */
    static Attributes of(ObjectName bean, Map<String, Object> values) {
        return new Attributes(bean, values);
    }

    /**
     * Asks for the attributes that have ports in their answers, and where the first of them is missing for those of
     * before 4.0, which have not.
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

    /** @return null if absent */
    @Nullable
    Object get(String attribute) {
        return values.get(attribute);
    }

    /** @throws JMException if it is absent or another kind of thing: then nothing of this MBean is known */
    <T> T required(String attribute, Class<T> type) throws JMException {
        Object value = values.get(attribute);
        if (!type.isInstance(value)) throw new JMException(bean + " has no attribute " + attribute);
        return type.cast(value);
    }

    /** The attribute or, where it is absent, its namesake with ports. */
    <T> T requiredWithPortOrWithout(String attribute, Class<T> type) throws JMException {
        return required(has(attribute) ? attribute : attribute + "WithPort", type);
    }

    /** Hands on a number, or a boolean as 1 or 0; nothing if absent. */
    void emit(String attribute, DoubleConsumer sink) {
        Object value = values.get(attribute);
        if (value instanceof Number) sink.accept(((Number) value).doubleValue());
        else if (value instanceof Boolean) sink.accept((Boolean) value ? 1 : 0);
    }

    /** Hands on a number unless it is negative, which is how the JVM says that there is none. */
    void emitIfNonNegative(String attribute, DoubleConsumer sink) {
        emit(attribute, value -> {
            if (value >= 0) sink.accept(value);
        });
    }

    /** Hands on how many elements a collection has; nothing if absent. */
    void emitSize(String attribute, DoubleConsumer sink) {
        Object value = values.get(attribute);
        if (value instanceof Collection) sink.accept(((Collection<?>) value).size());
    }
}
