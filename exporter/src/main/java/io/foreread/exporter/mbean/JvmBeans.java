package io.foreread.exporter.mbean;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import javax.management.JMException;
import javax.management.ObjectName;

/** The MXBeans of one JVM, the same object for as long as it lives. Thread-safe. */
interface JvmBeans {
    /** @return the values of these attributes; with no attribute at all if there is no such MXBean */
    Attributes attributes(ObjectName bean, String... names) throws JMException, IOException;

    Set<ObjectName> names(ObjectName pattern) throws IOException;

    /** @return every state with its threads */
    Map<Thread.State, Integer> threadsByState() throws JMException, IOException;

    static Map<Thread.State, Integer> noThreads() {
        Map<Thread.State, Integer> counts = new EnumMap<>(Thread.State.class);
        for (Thread.State state : Thread.State.values()) counts.put(state, 0);
        return counts;
    }
}
