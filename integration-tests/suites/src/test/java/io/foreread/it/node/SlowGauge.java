package io.foreread.it.node;

import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.DynamicMBean;
import javax.management.MBeanInfo;

/**
 * An MBean like those of gauges in Cassandra's registry. A read of its value takes 30 s. It is created in the JVM of a
 * node, so it uses only classes of the JDK.
 */
public final class SlowGauge implements DynamicMBean {
    static final int SECONDS = 30;

    @Override
    public Object getAttribute(String attribute) {
        try {
            TimeUnit.SECONDS.sleep(SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 1;
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList list = new AttributeList();
        for (String name : names) list.add(new Attribute(name, getAttribute(name)));
        return list;
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return new MBeanInfo(
                "org.apache.cassandra.metrics.CassandraMetricsRegistry$JmxGauge", "", null, null, null, null);
    }

    @Override
    public Object invoke(String operation, Object[] parameters, String[] signature) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setAttribute(Attribute attribute) {
        throw new UnsupportedOperationException();
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        throw new UnsupportedOperationException();
    }
}
