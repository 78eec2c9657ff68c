package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.JvmFacts;
import io.foreread.exporter.catalog.Refresh;
import java.io.IOException;
import java.util.Collections;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** Reads the number of deadlocked threads. The JVM stops all threads while it searches for deadlocks. */
final class DeadlocksReader extends FactReader {
    private static final ObjectName BEAN = Attributes.name("java.lang:type=Threading");

    DeadlocksReader() {
        super("deadlocks", Refresh.SLOW, Collections.singletonList(JvmFacts.THREADS_DEADLOCKED));
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException {
        long[] threads = (long[]) connection.invoke(BEAN, "findDeadlockedThreads", new Object[0], new String[0]);
        sink.emit(JvmFacts.THREADS_DEADLOCKED, threads == null ? 0 : threads.length);
    }
}
