package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SeededDefectTest {
    /** Checks in the default run that each defect can still be seeded. The default run excludes {@link SeededDefectsIT}. */
    @ParameterizedTest
    @EnumSource
    void theSourceContainsTheCodeThatTheDefectReplaces(SeededDefect defect, @TempDir Path directory)
            throws IOException {
        assertThat(defect.writeTo(directory)).isNotEmptyFile();
    }

    @ParameterizedTest
    @EnumSource
    void theSourceContainsTheCodeThatTheDefectOfAWriterReplaces(WriterDefect defect, @TempDir Path directory)
            throws IOException {
        assertThat(defect.writeTo(directory)).isNotEmptyFile();
    }
}
