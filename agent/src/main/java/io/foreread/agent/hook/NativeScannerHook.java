package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** Scans where the native read-ahead exists (CASSANDRA-15452): taken over only where it has no effect. */
public final class NativeScannerHook implements Hook {
    @Override
    public String name() {
        return "native-scanner";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.io.sstable.format.SSTableScanner";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(CallWeave.openDataReaderForScan().withDataRange());
    }

    @Override
    public String lines() {
        return "5.0.4 and later";
    }
}
