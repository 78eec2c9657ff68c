package io.foreread.exporter.mbean;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** Reads the MXBeans of another JVM over JMX. */
final class RemoteJvm implements JvmBeans {
    private static final ObjectName THREADING = Attributes.name("java.lang:type=Threading");

    private final MBeanServerConnection connection;

    private RemoteJvm(MBeanServerConnection connection) {
        this.connection = connection;
    }

    /** @param connection supplies the connection, or null while there is none; the result then supplies null too */
    static Supplier<@Nullable JvmBeans> over(Supplier<? extends @Nullable MBeanServerConnection> connection) {
        AtomicReference<@Nullable RemoteJvm> last = new AtomicReference<>();
        return () -> {
            MBeanServerConnection now = connection.get();
            if (now == null) return null;
            return last.updateAndGet(known -> known != null && known.connection == now ? known : new RemoteJvm(now));
        };
    }

    @Override
    public Attributes attributes(ObjectName bean, String... names) throws JMException, IOException {
        return Attributes.of(connection, bean, names);
    }

    @Override
    public Set<ObjectName> names(ObjectName pattern) throws IOException {
        return connection.queryNames(pattern, null);
    }

    @Override
    public boolean threadStatesAreCheap() {
        return false;
    }

    /** Returns a negative number, because no MBean has the resident memory. */
    @Override
    public long residentBytes() {
        return -1;
    }

    @Override
    public Map<Thread.State, Integer> threadsByState() throws JMException, IOException {
        Map<Thread.State, Integer> counts = JvmBeans.noThreads();
        Object ids = connection.getAttribute(THREADING, "AllThreadIds");
        Object threads = connection.invoke(
                THREADING, "getThreadInfo", new Object[] {ids}, new String[] {long[].class.getName()});
        for (CompositeData thread : (CompositeData[]) threads)
            if (thread != null) counts.merge(Thread.State.valueOf((String) thread.get("threadState")), 1, Integer::sum);
        return counts;
    }
}
