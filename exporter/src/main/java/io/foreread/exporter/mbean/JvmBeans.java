package io.foreread.exporter.mbean;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import javax.management.JMException;
import javax.management.ObjectName;

/** Gives access to the MXBeans of a JVM. There is one instance per connection to a JVM. Thread-safe. */
interface JvmBeans {
    /** Reads attributes of an MXBean. The result is empty if the MXBean does not exist. */
    Attributes attributes(ObjectName bean, String... names) throws JMException, IOException;

    Set<ObjectName> names(ObjectName pattern) throws IOException;

    /** Whether {@link #threadsByState} neither creates nor transfers an object per thread. */
    boolean threadStatesAreCheap();

    /** Returns the resident memory of the process, or a negative number if it is unknown. The call reads a file. */
    long residentBytes();

    /** @return the number of threads for every state */
    Map<Thread.State, Integer> threadsByState() throws JMException, IOException;

    static Map<Thread.State, Integer> noThreads() {
        Map<Thread.State, Integer> counts = new EnumMap<>(Thread.State.class);
        for (Thread.State state : Thread.State.values()) counts.put(state, 0);
        return counts;
    }
}
