package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SeededDefectTest {
    /** Checks the places of the defects, because the suite that seeds them is not in the default run. */
    @ParameterizedTest
    @EnumSource
    void theSourceContainsThePlaceOfTheDefect(SeededDefect defect, @TempDir Path directory) throws IOException {
        assertThat(defect.writeTo(directory)).isNotEmptyFile();
    }
}
