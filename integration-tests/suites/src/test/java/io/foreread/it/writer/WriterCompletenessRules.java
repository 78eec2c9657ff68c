package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.apache.cassandra.io.FSWriteError;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.util.SequentialWriter;
import org.junit.jupiter.api.Test;

/** Removes something from a file that was compressed ahead, and checks that it is not committed. */
class WriterCompletenessRules extends ComparedWriters {
    private static final int CHUNK_KIB = 4;

    /** Returns a writer that has compressed 20 chunks ahead. */
    private static RuleWriter written() {
        RuleWriter writer = RuleWriter.open(LZ4, CHUNK_KIB);
        RuleData.NOISE.write(writer.writer, new Random(20), 20 * CHUNK_KIB * KIB);
        return writer;
    }

    @Test
    void anIncompleteFileIsNotCommitted() throws IOException {
        RuleWriter writer = written();
        writer.writer.getOnDiskFilePointer();
        try (FileChannel other = FileChannel.open(writer.data(), StandardOpenOption.WRITE)) {
            other.truncate(other.size() - 1);
        }
        assertThatThrownBy(writer.writer::prepareToCommit)
                .isInstanceOf(FSWriteError.class)
                .hasMessageContaining("bytes instead of");
        assertThatThrownBy(writer.writer::prepareToCommit).isInstanceOf(FSWriteError.class);
        writer.abort();
    }

    /** The file and its offsets agree with each other, and not with what was written. */
    @Test
    void aFileThatLacksAChunkIsNotCommitted() throws ReflectiveOperationException {
        RuleWriter writer = written();
        Field bufferOffset = field(SequentialWriter.class, "bufferOffset");
        bufferOffset.setLong(writer.writer, bufferOffset.getLong(writer.writer) + CHUNK_KIB * KIB);
        assertThatThrownBy(writer.writer::prepareToCommit)
                .isInstanceOf(FSWriteError.class)
                .hasMessageContaining("a chunk is missing");
        writer.abort();
    }

    @Test
    void aFileThatLacksTheOffsetOfAChunkIsNotCommitted() throws ReflectiveOperationException {
        RuleWriter writer = written();
        writer.writer.getOnDiskFilePointer();
        Field chunkCount = field(CompressedSequentialWriter.class, "chunkCount");
        chunkCount.setInt(writer.writer, chunkCount.getInt(writer.writer) + 1);
        assertThatThrownBy(writer.writer::prepareToCommit)
                .isInstanceOf(FSWriteError.class)
                .hasMessageContaining("the offset of a chunk is missing");
        writer.abort();
    }
}
