package io.foreread.exporter.jmx;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanInfo;

/** An MBean like those that Cassandra registers for its metrics. It records the calls that it receives. */
public final class MetricBean implements DynamicMBean {
    private final String className;
    public final Map<String, Object> attributes = new ConcurrentHashMap<>();
    /** The names of the attributes that were read and, with "()" after the name, of the operations that were called. */
    public final List<String> calls = new CopyOnWriteArrayList<>();

    public volatile long[] values;
    /** If not null, calls of operations wait until two of them run at the same time. */
    public volatile Meeting together;
    /** If not null, reads of attributes block until the count of this latch is 0. */
    public volatile CountDownLatch hung;

    private MetricBean(String kind) {
        className = "org.apache.cassandra.metrics.CassandraMetricsRegistry$Jmx" + kind;
    }

    public static MetricBean gauge(Object value) {
        MetricBean bean = new MetricBean("Gauge");
        bean.attributes.put("Value", value);
        return bean;
    }

    public static MetricBean counter(long count) {
        MetricBean bean = new MetricBean("Counter");
        bean.attributes.put("Count", count);
        return bean;
    }

    /** @param values the result of the operation {@code values()}: bucket counts, or sampled values */
    public static MetricBean timer(long count, long... values) {
        MetricBean bean = new MetricBean("Timer");
        bean.attributes.put("Count", count);
        bean.values = values;
        return bean;
    }

    @Override
    public Object getAttribute(String attribute) throws AttributeNotFoundException {
        calls.add(attribute);
        if (hung != null) await();
        Object value = attributes.get(attribute);
        if (value == null) throw new AttributeNotFoundException(attribute);
        return value;
    }

    private void await() {
        try {
            hung.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList list = new AttributeList();
        for (String name : names) {
            try {
                list.add(new Attribute(name, getAttribute(name)));
            } catch (AttributeNotFoundException e) {
                // Attributes that cannot be read are missing from the result, as with the JDK's MBeans.
            }
        }
        return list;
    }

    @Override
    public Object invoke(String operation, Object[] parameters, String[] signature) {
        calls.add(operation + "()");
        if (together != null) together.meet();
        return values;
    }

    /** Callers of operations, each of which waits for a second one. */
    public static final class Meeting {
        private static final long MAX_WAIT_MILLIS = 2000;

        private final CyclicBarrier barrier = new CyclicBarrier(2);
        /** Whether two callers have met. */
        public volatile boolean happened;

        private void meet() {
            if (happened) return;
            try {
                barrier.await(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
                happened = true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (BrokenBarrierException | TimeoutException e) {
                // The calls are not concurrent.
            }
        }
    }

    @Override
    public void setAttribute(Attribute attribute) {
        throw new UnsupportedOperationException();
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return new MBeanInfo(className, "", null, null, null, null);
    }
}
