package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SeededDefectTest {
    /** Checks the places of the defects in the default run, which does not include the suite that seeds the defects. */
    @ParameterizedTest
    @EnumSource
    void theSourceContainsThePlaceOfTheDefect(SeededDefect defect, @TempDir Path directory) throws IOException {
        assertThat(defect.writeTo(directory)).isNotEmptyFile();
    }
}
