package io.foreread.it.bench.memory;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeJmx;
import java.util.List;
import javax.management.ObjectName;

/** Reads the direct memory of one node, over a connection that no operation of the load uses. */
final class NodeMemory implements AutoCloseable {
    private static final ObjectName DIRECT = NodeJmx.name("java.nio:type=BufferPool,name=direct");

    private final NodeJmx jmx;
    private final List<ObjectName> cassandraPools;

    NodeMemory(ChildJvmNode node) {
        jmx = NodeJmx.connect("127.0.0.1", node.jmxPort());
        // Cassandra has one buffer pool up to 3.11 and two since 4.0.
        cassandraPools = jmx.beans("org.apache.cassandra.metrics:type=BufferPool,name=Size,*");
    }

    long usedBytes() {
        return jmx.<Long>getAttribute(DIRECT, "MemoryUsed");
    }

    long cassandraPoolBytes() {
        long bytes = 0;
        for (ObjectName pool : cassandraPools)
            bytes += jmx.<Number>getAttribute(pool, "Value").longValue();
        return bytes;
    }

    /**
     * The direct memory that the agent reports, read by two JMX calls. Memory that is allocated or released between the
     * calls counts twice or not at all.
     */
    long heldBytes() {
        long idleBytes = jmx.getAttribute(NodeJmx.READ_AHEAD, "BufferBytesIdle");
        long allocatedBytes = jmx.getAttribute(NodeJmx.READ_AHEAD, "BufferBytesUsed");
        return idleBytes + allocatedBytes;
    }

    long budgetBytes() {
        return jmx.getAttribute(NodeJmx.READ_AHEAD, "BufferBudgetBytes");
    }

    @Override
    public void close() {
        jmx.close();
    }
}
