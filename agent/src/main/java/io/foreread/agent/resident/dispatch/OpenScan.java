package io.foreread.agent.resident.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * A scan that reads ahead. Its reader carries it, so that woven code calls the attachment that opened the scan, even if this
 * attachment was detached in the meantime.
 */
public interface OpenScan {
    /** @return null if the scan follows the partition index */
    @Nullable
    PartitionSteps partitions();
}
