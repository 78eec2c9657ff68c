package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** Scans up to 4.1: the scanner opens the data file in its constructor; in 3.11 in two ways, with a limiter or without. */
public final class BigTableScannerHook implements Hook {
    @Override
    public String name() {
        return "big-table-scanner";
    }

    @Override
    public String typeName() {
        return "org.apache.cassandra.io.sstable.format.big.BigTableScanner";
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(CallWeave.openDataReader(1, 2).withDataRange());
    }

    @Override
    public String lines() {
        return "3.11, 4.0, 4.1";
    }
}
