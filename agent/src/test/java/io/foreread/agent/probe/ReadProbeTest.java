package io.foreread.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Component;
import io.foreread.exporter.recorder.ReadRecorder;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uses an activity that no other thread of this JVM has. */
class ReadProbeTest {
    private static final Activity ACTIVITY = Activity.INDEX_BUILD;
    private static final String DATA = "/data/ks/t/nb-1-big-Data.db";
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(5);

    private Activity before;

    @BeforeEach
    void enter() {
        before = ThreadRecord.current().enter(ACTIVITY);
    }

    @AfterEach
    void restore() {
        HookSwitch.of(HookNames.CHANNEL_PROXY).on = true;
        HookSwitch.of(HookNames.MMAP_CHUNK_READER).on = true;
        ThreadRecord.current().restore(before);
    }

    private static long reads() {
        ReadRecorder.Reads reads = Recorders.READS.reads(ACTIVITY, Component.DATA);
        return reads == null ? 0 : reads.sizeBytes().count();
    }

    @Test
    void aReadIsRecordedWithItsSizeAndDuration() {
        ReadProbe.channelRead(DATA, 512, ReadProbe.channelReadStarts());
        ReadRecorder.Reads reads = Recorders.READS.reads(ACTIVITY, Component.DATA);
        long count = reads();
        long bytes = reads.sizeBytes().sum();
        long nanos = reads.durationNanos().sum();
        ReadProbe.channelRead(DATA, 4096, ReadProbe.channelReadStarts());
        assertThat(reads()).isEqualTo(count + 1);
        assertThat(reads.sizeBytes().sum()).isEqualTo(bytes + 4096);
        assertThat(reads.durationNanos().sum() - nanos).isBetween(0L, LIMIT_NANOS);
    }

    @Test
    void theEndOfAFileAndOtherFilesAreNotRecorded() {
        long count = reads();
        long start = ReadProbe.channelReadStarts();
        ReadProbe.channelRead(DATA, 0, start);
        ReadProbe.channelRead(DATA, -1, start);
        ReadProbe.channelRead("/data/commitlog/CommitLog-7-1.log", 4096, start);
        assertThat(reads()).isEqualTo(count);
    }

    @Test
    void aReadThatBeganWhileTheHookWasOffIsNotRecorded() {
        long count = reads();
        HookSwitch.of(HookNames.CHANNEL_PROXY).on = false;
        long start = ReadProbe.channelReadStarts();
        HookSwitch.of(HookNames.CHANNEL_PROXY).on = true;
        assertThat(start).isZero();
        ReadProbe.channelRead(DATA, 4096, start);
        assertThat(reads()).isEqualTo(count);
    }

    @Test
    void anAccessToAMappedChunkIsRecordedUnlessTheHookIsOff() {
        ReadRecorder.ChunkAccesses accesses = Recorders.READS.mmapChunkAccesses(ACTIVITY);
        long count = accesses.count();
        long bytes = accesses.uncompressedBytes();
        long nanos = accesses.nanos();
        ReadProbe.mmapChunkRead(16384, ReadProbe.mmapChunkReadStarts());
        assertThat(accesses.count()).isEqualTo(count + 1);
        assertThat(accesses.uncompressedBytes()).isEqualTo(bytes + 16384);
        assertThat(accesses.nanos() - nanos).isBetween(0L, LIMIT_NANOS);
        HookSwitch.of(HookNames.MMAP_CHUNK_READER).on = false;
        ReadProbe.mmapChunkRead(16384, ReadProbe.mmapChunkReadStarts());
        assertThat(accesses.count()).isEqualTo(count + 1);
    }
}
