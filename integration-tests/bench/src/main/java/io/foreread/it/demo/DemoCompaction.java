package io.foreread.it.demo;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeviceStats;
import io.foreread.it.fixture.SavedSSTables;
import io.foreread.it.fixture.Scrape;
import java.util.Optional;

/** Compacts saved sstables of a table to one sstable with read-ahead on or off, and measures the cost. */
final class DemoCompaction {
    private final ChildJvmNode node;
    private final Optional<DeviceStats> device;

    DemoCompaction(ChildJvmNode node, Optional<DeviceStats> device) {
        this.node = node;
        this.device = device;
    }

    DemoMeasurement run(String table, SavedSSTables input, boolean readAhead) {
        input.restore();
        node.jmx().setReadAheadEnabled(readAhead);
        Scrape before = node.metrics();
        Optional<DeviceStats.Reads> deviceBefore = device.map(DeviceStats::reads);
        node.jmx().majorCompact(DemoWorkload.KEYSPACE, table);
        Optional<DeviceStats.Reads> onDevice =
                deviceBefore.map(reads -> device.get().reads().minus(reads));
        Scrape after = node.metrics();
        return DemoMeasurement.between(
                before,
                after,
                table,
                input.dataBytes(),
                onDevice.map(DeviceStats.Reads::reads).orElse((long) DemoMeasurement.NO_DEVICE),
                onDevice.map(DeviceStats.Reads::readBytes).orElse(0L));
    }
}
