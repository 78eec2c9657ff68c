package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.ProjectFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
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

    @Test
    void theRuleThatDetectsADefectExists() throws IOException {
        for (SeededDefect defect : SeededDefect.values())
            assertThat(source("contract", defect.caughtBy)).as("%s", defect).contains(method(defect.caughtBy));
        for (WriterDefect defect : WriterDefect.values())
            assertThat(source("writer", defect.caughtBy)).as("%s", defect).contains(method(defect.caughtBy));
    }

    private static String source(String directory, String rule) throws IOException {
        String type = rule.substring(0, rule.indexOf('.'));
        return Files.readString(ProjectFiles.of(
                "integration-tests/suites/src/test/java/io/foreread/it/" + directory + "/" + type + ".java"));
    }

    private static String method(String rule) {
        return "void " + rule.substring(rule.indexOf('.') + 1) + "(";
    }
}
