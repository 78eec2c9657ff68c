package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** Scans of 5.0.0 to 5.0.3, big and BTI format. */
public final class SSTableScannerHook implements Hook {
    @Override
    public String name() {
        return "sstable-scanner";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.io.sstable.format.SSTableScanner";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(CallWeave.openDataReader(1, 1).withDataRange());
    }

    @Override
    public String lines() {
        return "5.0.0 to 5.0.3";
    }
}
