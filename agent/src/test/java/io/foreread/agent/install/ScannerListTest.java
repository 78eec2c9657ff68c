package io.foreread.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.compaction.AttachedCompactionInputs;
import io.foreread.agent.hook.ScannerListHook;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.resident.dispatch.CompactionInputs;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.writer.AttachedWriters;
import io.foreread.exporter.recorder.HookRecorder;
import io.foreread.exporter.recorder.HookStatus;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.apache.cassandra.db.compaction.AbstractCompactionStrategy.ScannerList;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Weaves Cassandra's own class. */
class ScannerListTest {
    private static final int SCANNERS = 100;

    private final HookRecorder recorder = new HookRecorder();
    private final HookInstaller installer = new HookInstaller(getClass().getClassLoader(), recorder);
    private long asked;
    private final ISSTableScanner scanner = (ISSTableScanner) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {ISSTableScanner.class}, (proxy, method, arguments) -> ++asked);
    private final ScannerList scanners = new ScannerList(Collections.nCopies(SCANNERS, scanner));

    @BeforeEach
    void weave() throws IOException {
        installer.install(List.of(new ScannerListHook()), hook -> null, ByteBuddyAgent.install());
        assertThat(recorder.statuses().get(0).state()).isEqualTo(HookStatus.State.APPLIED);
    }

    @AfterEach
    void detach() throws InterruptedException {
        assertThat(installer.uninstall()).isEmpty();
        Dispatch.toNone();
    }

    @Test
    void theBytesAreSummedWithoutAnAttachment() {
        assertThat(scanners.getTotalBytesScanned()).isEqualTo(sumOfAnswers(0));
        assertThat(scanners.getTotalBytesScanned()).isEqualTo(sumOfAnswers(SCANNERS));
    }

    @Test
    void anEarlierSumReplacesTheSumAndASumIsPassedOn() {
        Sums sums = new Sums(scanners.scanners);
        Dispatch.to(new AttachedScans(), new AttachedWriters(), sums, new AttachedProbes());
        assertThat(scanners.getTotalBytesScanned()).isEqualTo(sumOfAnswers(0));
        assertThat(sums.passed).isEqualTo(sumOfAnswers(0));
        sums.earlier = (1L << 40) + 1;
        assertThat(scanners.getTotalBytesScanned()).isEqualTo((1L << 40) + 1);
        assertThat(asked).isEqualTo(SCANNERS);
        // The low 32 bits are 0, so that the scanners are asked in vain.
        sums.earlier = 1L << 40;
        assertThat(scanners.getTotalBytesScanned()).isEqualTo(1L << 40);
        assertThat(asked).isEqualTo(2 * SCANNERS);
        assertThat(sums.passed).isEqualTo(sumOfAnswers(0));
    }

    @Test
    void scannersAreAskedLessOftenThanOncePerPartition() {
        Dispatch.to(new AttachedScans(), new AttachedWriters(), new AttachedCompactionInputs(), new AttachedProbes());
        long last = 0;
        int partitions = 10_000;
        for (int i = 0; i < partitions; i++) {
            long bytes = scanners.getTotalBytesScanned();
            assertThat(bytes).isGreaterThanOrEqualTo(last);
            last = bytes;
        }
        assertThat(asked).isBetween((long) SCANNERS, (long) SCANNERS * partitions / 2);
    }

    /** The scanner answers with consecutive numbers. */
    private static long sumOfAnswers(long before) {
        return SCANNERS * before + SCANNERS * (SCANNERS + 1L) / 2;
    }

    private static final class Sums implements CompactionInputs {
        private final List<?> expected;
        long earlier;
        long passed;

        Sums(List<?> expected) {
            this.expected = expected;
        }

        @Override
        public <T> Set<T> inputsToLookUp(Object transaction, Set<T> inputs, ByteBuffer key, String hook) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> List<T> inputsToMerge(List<T> inputs) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long earlierScannedBytes(List<?> given) {
            assertThat(given).isSameAs(expected);
            return earlier;
        }

        @Override
        public void scannedBytesSummed(List<?> given, long bytes) {
            assertThat(given).isSameAs(expected);
            passed = bytes;
        }
    }
}
