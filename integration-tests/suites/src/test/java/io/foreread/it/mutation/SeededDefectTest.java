package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SeededDefectTest {
    /** The suite that seeds them runs seldom. */
    @ParameterizedTest
    @EnumSource
    void theSourceContainsThePlaceOfTheDefect(SeededDefect defect, @TempDir Path directory) throws IOException {
        assertThat(defect.writeTo(directory)).isNotEmptyFile();
    }
}
