package io.foreread.exporter.beans;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Counts threads by state. The one question to a JVM that costs more near than far if asked the same way. */
interface ThreadStates {
    /** @return every state with its threads */
    Map<Thread.State, Integer> count() throws JMException, IOException;

    /** Without the open types, of which hundreds of threads would make garbage. */
    static ThreadStates ofThisJvm() {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        return () -> {
            Map<Thread.State, Integer> counts = none();
            for (ThreadInfo thread : bean.getThreadInfo(bean.getAllThreadIds()))
                if (thread != null) counts.merge(thread.getThreadState(), 1, Integer::sum);
            return counts;
        };
    }

    static ThreadStates over(Supplier<? extends MBeanServerConnection> connection) {
        ObjectName bean = Attributes.name("java.lang:type=Threading");
        return () -> {
            Map<Thread.State, Integer> counts = none();
            MBeanServerConnection jvm = connection.get();
            if (jvm == null) return counts;
            Object ids = jvm.getAttribute(bean, "AllThreadIds");
            Object threads =
                    jvm.invoke(bean, "getThreadInfo", new Object[] {ids}, new String[] {long[].class.getName()});
            for (CompositeData thread : (CompositeData[]) threads)
                if (thread != null)
                    counts.merge(Thread.State.valueOf((String) thread.get("threadState")), 1, Integer::sum);
            return counts;
        };
    }

    static Map<Thread.State, Integer> none() {
        Map<Thread.State, Integer> counts = new EnumMap<>(Thread.State.class);
        for (Thread.State state : Thread.State.values()) counts.put(state, 0);
        return counts;
    }

    /** As Micrometer has it: {@code timed-waiting}. */
    static String word(Thread.State state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
