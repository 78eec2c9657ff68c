package io.foreread.it.bench;

import io.foreread.agent.compaction.AttachedCompactionInputs;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.probe.HookNames;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.readahead.ReadAheadBuffer;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.resident.dispatch.ProbeDispatch;
import io.foreread.agent.writer.AttachedWriters;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the time and the allocation that one call of each probe, by its dispatcher, costs a Cassandra thread. {@code ./bench probe} runs
 * it with the allocation profiler and two threads.
 *
 * <p>The results below are from one run on a virtual machine with 2 cores, JDK 17 and other load. Only their ratios are
 * meaningful. For comparison: a read of 16 KiB from the page cache takes about 5,000 ns.
 *
 * <pre>
 * clockTwice                  96 ns   0 B   two calls of the clock, as in a timed probe
 * channelRead                162 ns   0 B   96 ns for the clock, 66 ns for the rest of the probe
 * channelReadOfNoSstable      48 ns   0 B
 * mmapChunkReadSwitchedOff     1 ns   0 B
 * readCommand                  8 ns   0 B
 * wroteOutsideAnOperation      3 ns   0 B
 * chunkFromBlock             570 ns   0 B   one call in 17 also copies 256 KiB in memory
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ProbeBench {
    private static final String DATA =
            "/var/lib/cassandra/data/ks/t-0123456789abcdef0123456789abcdef/nb-42-big-Data.db";
    private static final String COMMIT_LOG = "/var/lib/cassandra/commitlog/CommitLog-7-1234567890123.log";

    /** The two calls of the clock that a timed probe needs. */
    @Benchmark
    public long clockTwice() {
        long start = System.nanoTime();
        return System.nanoTime() - start;
    }

    @Benchmark
    public void channelRead(Attached attached) {
        ProbeDispatch.channelRead(DATA, 15_000, ProbeDispatch.channelReadStarts());
    }

    @Benchmark
    public void channelReadOfNoSstable(Attached attached) {
        ProbeDispatch.channelRead(COMMIT_LOG, 15_000, ProbeDispatch.channelReadStarts());
    }

    /** What remains woven for a short time while the agent is being detached. */
    @Benchmark
    public void channelReadDetached() {
        ProbeDispatch.channelRead(DATA, 15_000, ProbeDispatch.channelReadStarts());
    }

    @Benchmark
    public void mmapChunkReadSwitchedOff(Off off) {
        ProbeDispatch.mmapChunkRead(16_384, ProbeDispatch.mmapChunkReadStarts());
    }

    @Benchmark
    public void readCommand(Attached attached) {
        ProbeDispatch.commandEnds(ProbeDispatch.commandStarts(true));
    }

    @Benchmark
    public void wroteOutsideAnOperation(Attached attached) {
        ProbeDispatch.chunkWritten(16_384, ProbeDispatch.chunkWriteStarts());
    }

    /** Reads one chunk from a block. One call in 17 fills the block with 256 KiB from memory, not from a file. */
    @Benchmark
    public int chunkFromBlock(Scan scan) {
        return scan.next();
    }

    /** Directs the dispatcher to the probes of this class path. */
    @State(Scope.Benchmark)
    public static class Attached {
        @Setup
        public void attach() {
            Dispatch.to(
                    new AttachedScans(), new AttachedWriters(), new AttachedCompactionInputs(), new AttachedProbes());
        }
    }

    /** Disables only the probe that mmapChunkReadSwitchedOff calls. */
    @State(Scope.Benchmark)
    public static class Off extends Attached {
        @Setup
        public void switchOff() {
            HookSwitch.of(HookNames.MMAP_CHUNK_READER).on = false;
        }
    }

    /** An endless sequential scan of chunks of 15 KB. */
    @State(Scope.Thread)
    public static class Scan {
        private static final int CHUNK_BYTES = 15_000;
        private static final int TAIL_ROOM_BYTES = 48 << 10;
        private static final int BLOCK_BYTES = 256 << 10;

        private final ByteBuffer file = ByteBuffer.allocateDirect(BLOCK_BYTES);
        private ReadAheadBuffer buffer;
        private long offset;

        @Setup
        public void open() {
            buffer = new ReadAheadBuffer(
                    (target, position) -> {
                        file.clear().limit(target.remaining());
                        int bytes = file.remaining();
                        target.put(file);
                        return bytes;
                    },
                    Long.MAX_VALUE,
                    ByteBuffer.allocateDirect(TAIL_ROOM_BYTES + BLOCK_BYTES),
                    TAIL_ROOM_BYTES,
                    BLOCK_BYTES,
                    1,
                    FillSize.full());
        }

        int next() {
            ByteBuffer chunk = buffer.read(offset, CHUNK_BYTES);
            offset += CHUNK_BYTES;
            return chunk.get(chunk.position());
        }
    }
}
