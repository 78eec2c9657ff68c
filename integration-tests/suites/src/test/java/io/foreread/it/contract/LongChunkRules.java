package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks chunks that are longer than their compressor makes chunks, because one bit of an offset in CompressionInfo.db is
 * flipped. Cassandra checks no offset when it opens an sstable.
 */
class LongChunkRules {
    private final SstableFile file = RuleFiles.named("lz4-16");
    private final Path directory = RuleFiles.scratch();

    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    /**
     * Stock allocates a buffer for the whole chunk, so this one is longer than others by a megabyte only. With assertions,
     * Cassandra does not open a mapped file whose chunk has a negative length, which is the length of the next chunk here.
     */
    @Test
    void aLongChunkFailsAsWithStock() throws Exception {
        int chunk = file.chunkCount() / 2;
        long offset = file.chunks().offsets()[chunk] + (1 << 20);
        SstableFile damaged = Damage.copyWithOffset(file, directory, chunk, offset);
        for (Pattern pattern : Pattern.values())
            Cases.run(() -> {
                Counts counts = new Counts();
                DamageRules.bothReadersFailAlike(damaged, Mode.STANDARD, pattern, 1.0);
                assertThat(counts.fallbacks()).containsKey(Reason.CHUNK_TOO_LONG);
            });
        Damage.delete(directory);
    }
}
