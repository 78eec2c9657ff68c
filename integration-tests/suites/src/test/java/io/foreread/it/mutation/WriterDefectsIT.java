package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.writer.WriterJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that each seeded defect of compress-ahead is detected by its rule. */
class WriterDefectsIT {
    private static WriterJvm jvm;

    @BeforeAll
    static void prepare() throws IOException {
        jvm = WriterJvm.ofClasses(CassandraRelease.newestOf("4.1"));
    }

    @Test
    void theRulesHoldWithoutADefect() throws IOException {
        for (String rules : WriterJvm.rules())
            assertThat(failing(rules, List.of())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theDefectIsDetected(WriterDefect defect) throws IOException {
        Path classes = defect.compileIn(jvm.directory().resolve(defect.name()), jvm.classPath());
        assertThat(failing(defect.caughtBy.replace('.', '#'), List.of(classes))).contains(defect.caughtBy);
    }

    private static List<String> failing(String rules, List<Path> first) throws IOException {
        List<String> output = jvm.run(rules, first);
        assertThat(output).as(() -> String.join("\n", output)).contains("end");
        return output.stream()
                .filter(line -> line.startsWith("FAIL "))
                .map(line -> line.replaceFirst("FAIL ([^:]*).*", "$1"))
                .toList();
    }
}
