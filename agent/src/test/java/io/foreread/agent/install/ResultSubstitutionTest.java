package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.hook.CallHook;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.resident.dispatch.CompactionInputs;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.writer.AttachedWriters;
import io.foreread.exporter.recorder.HookRecorder;
import io.foreread.exporter.recorder.HookStatus;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.apache.cassandra.db.BufferDecoratedKey;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.RowIndexEntry;
import org.apache.cassandra.db.lifecycle.ILifecycleTransaction;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Filters the lookups of a class of this test. */
class ResultSubstitutionTest {
    private static final DecoratedKey KEY =
            new BufferDecoratedKey(new LongToken(7), ByteBuffer.wrap(new byte[] {1, 2}));

    private final HookRecorder recorder = new HookRecorder();
    private final HookInstaller installer = new HookInstaller(getClass().getClassLoader(), recorder);
    private final UnfilteredRowIterator partition = EmptyIterators.unfilteredRow(null, KEY, false);
    private final Set<SSTableReader> inputs = Collections.singleton(null);
    private final ILifecycleTransaction transaction = (ILifecycleTransaction) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ILifecycleTransaction.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "originals" -> inputs;
                case "equals" -> proxy == arguments[0];
                case "toString" -> "the transaction";
                default -> 0;
            });
    private final Writer writer = new Writer(transaction);

    @AfterEach
    void detach() throws InterruptedException {
        assertThat(installer.uninstall()).isEmpty();
        Dispatch.toNone();
    }

    @Test
    void theLookupsUseTheInputsThatTheReplacementReturns() throws Exception {
        List<Object> passed = new ArrayList<>();
        CompactionInputs none = new CompactionInputs() {
            @Override
            public <T> Set<T> inputsToLookUp(Object of, Set<T> given, ByteBuffer key, String hook) {
                passed.addAll(List.of(of, given, key, hook));
                return Collections.emptySet();
            }

            @Override
            public <T> List<T> inputsToMerge(List<T> given) {
                throw new UnsupportedOperationException();
            }

            @Override
            public long earlierScannedBytes(List<?> scanners) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void scannedBytesSummed(List<?> scanners, long bytes) {
                throw new UnsupportedOperationException();
            }
        };
        Dispatch.to(new AttachedScans(), new AttachedWriters(), none, new AttachedProbes());
        installer.install(
                List.of(CallHook.filteringLookups("looking-up", Writer.class)), hook -> null, ByteBuddyAgent.install());
        assertThat(recorder.statuses().get(0).state()).isEqualTo(HookStatus.State.APPLIED);
        assertThat(writer.append(partition)).isNull();
        assertThat(passed).containsExactly(transaction, inputs, KEY.getKey(), "looking-up");
        assertThat(writer.count()).isOne();
        assertThat(passed).hasSize(4);
    }

    private static final class Writer {
        private final ILifecycleTransaction transaction;
        private final Map<DecoratedKey, RowIndexEntry<?>> cachedKeys = new HashMap<>();

        Writer(ILifecycleTransaction transaction) {
            this.transaction = transaction;
        }

        /** Without the replacement it fails, because the only input is null. */
        RowIndexEntry<?> append(UnfilteredRowIterator partition) {
            DecoratedKey key = partition.partitionKey();
            for (SSTableReader sstable : transaction.originals())
                if (sstable.getCachedPosition(key, false) != null) {
                    cachedKeys.put(key, null);
                    break;
                }
            return null;
        }

        /** Another method that has the inputs. */
        int count() {
            return transaction.originals().size();
        }
    }
}
