package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** Compaction's own scanner since CASSANDRA-20092: taken over only where the native read-ahead has no effect. */
public final class NativeSimpleScannerHook implements Hook {
    @Override
    public String name() {
        return "native-simple-scanner";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.io.sstable.format.SSTableSimpleScanner";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(CallWeave.openDataReaderForScan());
    }

    @Override
    public String lines() {
        return "5.0.5 and later";
    }
}
