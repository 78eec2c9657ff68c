package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/**
 * The partition index that a scan of a big-format sstable walks beside the data: with the data read ahead, half of the
 * device reads that remained on a cloud-tuned volume were its 4 KiB page faults.
 */
public final class BigIndexHook implements Hook {
    @Override
    public String name() {
        return "big-index";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.io.sstable.format.big.BigTableScanner";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(CallWeave.openIndexReader().withDataRange());
    }

    @Override
    public String lines() {
        return "all";
    }
}
