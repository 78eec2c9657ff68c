package io.foreread.agent.resident.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.writer.AttachedWriters;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.db.BufferDecoratedKey;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CompactionDispatchTest {
    private static final DecoratedKey KEY =
            new BufferDecoratedKey(new LongToken(7), ByteBuffer.wrap(new byte[] {1, 2}));

    private final UnfilteredRowIterator partition = EmptyIterators.unfilteredRow(null, KEY, false);
    private final Set<SSTableReader> inputs = Collections.singleton(null);
    private final List<UnfilteredRowIterator> merged = List.of(partition);
    private final List<ISSTableScanner> scanners = List.of();

    @AfterEach
    void detach() {
        Dispatch.toNone();
    }

    @Test
    void withoutAnAttachmentAllInputsAreUsed() {
        assertThat(CompactionDispatch.inputsToLookUp(this, inputs, partition, "hook"))
                .isSameAs(inputs);
        assertThat(CompactionDispatch.inputsToLookUp(this, inputs, KEY, "hook")).isSameAs(inputs);
        assertThat(CompactionDispatch.inputsToMerge(merged)).isSameAs(merged);
        assertThat(CompactionDispatch.earlierScannedBytes(scanners)).isZero();
        CompactionDispatch.scannedBytesSummed(scanners, 5);
        assertThat(CompactionDispatch.earlierScannedBytes(scanners)).isZero();
    }

    @Test
    void theAttachmentSelectsTheInputs() {
        List<Object> passed = new ArrayList<>();
        Dispatch.to(
                new AttachedScans(),
                new AttachedWriters(),
                new CompactionInputs() {
                    @Override
                    public <T> Set<T> inputsToLookUp(Object transaction, Set<T> given, ByteBuffer key, String hook) {
                        passed.add(List.of(transaction, given, key, hook));
                        return Collections.emptySet();
                    }

                    @Override
                    public <T> List<T> inputsToMerge(List<T> given) {
                        passed.add(List.of(given));
                        return Collections.emptyList();
                    }

                    @Override
                    public long earlierScannedBytes(List<?> given) {
                        passed.add(List.of(given));
                        return 6;
                    }

                    @Override
                    public void scannedBytesSummed(List<?> given, long bytes) {
                        passed.add(List.of(given, bytes));
                    }
                },
                new AttachedProbes());
        assertThat(CompactionDispatch.inputsToLookUp("1", inputs, partition, "a"))
                .isEmpty();
        assertThat(CompactionDispatch.inputsToLookUp("2", inputs, KEY, "b")).isEmpty();
        assertThat(CompactionDispatch.inputsToMerge(merged)).isEmpty();
        assertThat(CompactionDispatch.earlierScannedBytes(scanners)).isEqualTo(6);
        CompactionDispatch.scannedBytesSummed(scanners, 7);
        assertThat(passed)
                .containsExactly(
                        List.of("1", inputs, KEY.getKey(), "a"),
                        List.of("2", inputs, KEY.getKey(), "b"),
                        List.of(merged),
                        List.of(scanners),
                        List.of(scanners, 7L));
    }
}
