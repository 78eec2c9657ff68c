package io.foreread.agent.resident.dispatch;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.AbstractBounds;

/** The partitions of a scan that skips the partition index. Not thread-safe. */
public interface PartitionSteps {
    /** @param ranges the remaining ranges, in the order of the scan */
    boolean hasNext(Iterator<AbstractBounds<PartitionPosition>> ranges);

    /** @throws NoSuchElementException if there is none */
    UnfilteredRowIterator next(Iterator<AbstractBounds<PartitionPosition>> ranges);

    /** Returns the bytes of the partitions that the scan has finished. */
    long scannedBytes();
}
