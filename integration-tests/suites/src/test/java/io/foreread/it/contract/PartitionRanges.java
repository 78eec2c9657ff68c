package io.foreread.it.contract;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Bounds;
import org.apache.cassandra.dht.ExcludingBounds;
import org.apache.cassandra.dht.IncludingExcludingBounds;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.format.SSTableReader;

/** Ranges of an sstable's partitions for scans. Requires that {@link RuleFiles} is initialized. */
final class PartitionRanges {
    /** The partitioner's minimum token. It is known only after {@link RuleFiles} has loaded Cassandra's configuration. */
    static final Token MINIMUM = DatabaseDescriptor.getPartitioner().getMinimumToken();

    private PartitionRanges() {}

    static List<AbstractBounds<PartitionPosition>> random(List<DecoratedKey> keys, SplittableRandom random) {
        List<AbstractBounds<PartitionPosition>> ranges = new ArrayList<>();
        for (int from = random.nextInt(5); from < keys.size(); ) {
            int to = Math.min(keys.size() - 1, from + random.nextInt(8));
            List<AbstractBounds<PartitionPosition>> kinds = between(keys.get(from), keys.get(to));
            ranges.add(kinds.get(random.nextInt(kinds.size())));
            from = to + 1 + random.nextInt(6);
        }
        return ranges;
    }

    static List<AbstractBounds<PartitionPosition>> between(DecoratedKey from, DecoratedKey to) {
        List<AbstractBounds<PartitionPosition>> ranges = new ArrayList<>();
        ranges.add(new Bounds<>(from, to));
        ranges.add(new Bounds<>(from.getToken().minKeyBound(), to.getToken().maxKeyBound()));
        ranges.add(new Bounds<>(from.getToken().maxKeyBound(), to.getToken().maxKeyBound()));
        ranges.add(new Range<>(from.getToken().maxKeyBound(), MINIMUM.minKeyBound()));
        if (from.equals(to)) return ranges;
        ranges.add(new Range<>(from, to));
        ranges.add(new IncludingExcludingBounds<>(from, to));
        ranges.add(new ExcludingBounds<>(from, to));
        ranges.add(new Range<>(from.getToken().maxKeyBound(), to.getToken().maxKeyBound()));
        return ranges;
    }

    static List<AbstractBounds<PartitionPosition>> everything(SSTableReader sstable) {
        return ImmutableList.of(new Bounds<>(OpenedSstable.firstKey(sstable), OpenedSstable.lastKey(sstable)));
    }

    static List<DecoratedKey> keysOf(SSTableReader sstable) {
        return ScannedPartitions.stock(sstable, everything(sstable)).partitions().stream()
                .map(ScannedPartitions.Partition::key)
                .collect(Collectors.toList());
    }
}
