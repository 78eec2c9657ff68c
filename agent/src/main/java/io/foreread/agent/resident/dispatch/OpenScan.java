package io.foreread.agent.resident.dispatch;

import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.AbstractBounds;
import org.jspecify.annotations.Nullable;

/**
 * A scan that reads ahead. Its reader carries it, so that woven code calls the attachment that opened the scan, even if this
 * attachment was detached in the meantime.
 */
public interface OpenScan {
    /** @return null if the scan follows the partition index */
    @Nullable
    PartitionSteps partitions();

    /** Called when a scan that follows the partition index is about to read a range. */
    void startsRange(AbstractBounds<PartitionPosition> range);
}
