package io.foreread.exporter.mbean;

import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.RecordingSink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/** An MBean server with arbitrary MBeans. Operations fail, because the exporter must not call them. */
final class StubNode {
    static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";
    static final String FAILURE_DETECTOR = "org.apache.cassandra.net:type=FailureDetector";

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final Map<String, Bean> beans = new LinkedHashMap<>();

    MBeanServer server() {
        return server;
    }

    /** Sets attributes of an MBean, given as alternating names and values. Creates the MBean if needed. */
    StubNode with(String name, Object... attributes) throws JMException {
        Bean bean = beans.get(name);
        if (bean == null) {
            bean = new Bean();
            beans.put(name, bean);
            server.registerMBean(bean, new ObjectName(name));
        }
        for (int i = 0; i < attributes.length; i += 2) bean.attributes.put((String) attributes[i], attributes[i + 1]);
        return this;
    }

    StubNode without(String name) throws JMException {
        beans.remove(name);
        server.unregisterMBean(new ObjectName(name));
        return this;
    }

    /** Returns the names of the attributes that were read from an MBean, without those that the MBean does not have. */
    List<String> readAttributes(String name) {
        return beans.get(name).readAttributes;
    }

    /** Reads this node with the reader, and returns the exported samples without Foreread's own metrics. */
    Map<String, Double> recorded(FactReader reader) {
        NodeFactsSource source = new NodeFactsSource(
                () -> server, MetricsConfig.defaults(), new CurrentRing(), System::nanoTime, List.of(reader));
        source.read(reader.refresh());
        return recorded(source);
    }

    static Map<String, Double> recorded(NodeFactsSource source) {
        return RecordingSink.of(source).samples().entrySet().stream()
                .filter(sample -> !sample.getKey().startsWith("foreread_"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static final class Bean implements DynamicMBean {
        final Map<String, Object> attributes = new LinkedHashMap<>();
        final List<String> readAttributes = new ArrayList<>();

        @Override
        public Object getAttribute(String attribute) throws AttributeNotFoundException {
            if (!attributes.containsKey(attribute)) throw new AttributeNotFoundException(attribute);
            readAttributes.add(attribute);
            return attributes.get(attribute);
        }

        /** Omits missing and failing attributes, as the JDK's MBeans do. */
        @Override
        public AttributeList getAttributes(String[] names) {
            AttributeList list = new AttributeList();
            for (String name : names)
                if (attributes.containsKey(name)) {
                    readAttributes.add(name);
                    if (!(attributes.get(name) instanceof Throwable))
                        list.add(new Attribute(name, attributes.get(name)));
                }
            return list;
        }

        @Override
        public void setAttribute(Attribute attribute) {
            throw new AssertionError("set " + attribute);
        }

        @Override
        public AttributeList setAttributes(AttributeList list) {
            throw new AssertionError("set " + list);
        }

        @Override
        public Object invoke(String operation, Object[] parameters, String[] signature) {
            throw new AssertionError("invoked " + operation);
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            return new MBeanInfo(Bean.class.getName(), "", null, null, null, null);
        }
    }
}
