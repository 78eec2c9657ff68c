package io.foreread.it.fault;

import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.NodeJmx;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.management.ObjectName;

/**
 * Reads the direct memory of a node as the JVM counts it, without Cassandra's buffer pools. These pools grow by 8 MiB and do
 * not shrink.
 */
final class JvmDirectMemory {
    private static final ObjectName DIRECT = NodeJmx.name("java.nio:type=BufferPool,name=direct");

    private final NodeJmx jmx;
    private final List<ObjectName> pools;

    JvmDirectMemory(CassandraNode node) {
        jmx = node.jmx();
        // Cassandra has one buffer pool up to 3.11 and two since 4.0.
        pools = jmx.beans("org.apache.cassandra.metrics:type=BufferPool,name=Size,*");
    }

    /** Returns the maximum while the work runs and after it. */
    long maxBytesDuring(Runnable work) {
        CompletableFuture<Void> running = CompletableFuture.runAsync(work, StockAndAgent.THREADS);
        long max = 0;
        while (!running.isDone()) max = Math.max(max, usedBytes());
        running.join();
        return Math.max(max, usedBytes());
    }

    /** Returns a value during which no pool has grown. Otherwise the growth could count twice or not at all. */
    long usedBytes() {
        long bytes = difference();
        while (bytes < 0) bytes = difference();
        return bytes;
    }

    private long difference() {
        long before = poolBytes();
        long used = jmx.<Long>getAttribute(DIRECT, "MemoryUsed");
        return poolBytes() == before ? used - before : -1;
    }

    private long poolBytes() {
        long sum = 0;
        for (ObjectName pool : pools)
            sum += jmx.<Number>getAttribute(pool, "Value").longValue();
        return sum;
    }
}
