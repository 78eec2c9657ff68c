package io.foreread.it.demo;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeviceStats;
import io.foreread.it.fixture.SavedSSTables;
import io.foreread.it.fixture.Scrape;
import java.util.Optional;

/** Compacts the saved input of a table into one sstable, with read-ahead on or off, and says what it cost. */
final class MeasuredCompaction {
    private final ChildJvmNode node;
    private final Optional<DeviceStats> device;

    MeasuredCompaction(ChildJvmNode node, Optional<DeviceStats> device) {
        this.node = node;
        this.device = device;
    }

    Measurement run(String table, SavedSSTables input, boolean readAhead) {
        input.restore();
        node.jmx().setReadAheadEnabled(readAhead);
        Scrape before = node.metrics();
        Optional<DeviceStats.Reads> deviceBefore = device.map(DeviceStats::reads);
        node.jmx().majorCompact(Workload.KEYSPACE, table);
        Optional<DeviceStats.Reads> onDevice =
                deviceBefore.map(reads -> device.get().reads().minus(reads));
        Scrape after = node.metrics();
        return Measurement.between(
                before,
                after,
                table,
                input.dataBytes(),
                onDevice.map(DeviceStats.Reads::reads).orElse((long) Measurement.NO_DEVICE),
                onDevice.map(DeviceStats.Reads::readBytes).orElse(0L));
    }
}
