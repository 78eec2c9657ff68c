package io.foreread.it.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.it.bench.Bench;
import io.foreread.it.fixture.CassandraRelease;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MemoryOptionsTest {
    @TempDir
    Path directory;

    @Test
    void aLineIsItsNewestRelease() {
        MemoryOptions options = MemoryOptions.of("5.0", 1, directory.resolve("out.json"));
        assertThat(options.release()).isEqualTo(CassandraRelease.newestOf("5.0").version());
        assertThat(options.minutes()).isOne();
    }

    @Test
    void aFileNeedsItsDirectory() {
        assertThatThrownBy(() -> MemoryOptions.of("4.1.10", 60, directory.resolve("missing/out.json")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"4.1.10|0|--minutes: 0 is less than 1", "5.9|60|'5.9' is no Cassandra version"})
    void theMessageNamesTheOption(String release, int minutes, String message) {
        assertThatThrownBy(() -> MemoryOptions.of(release, minutes, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aWrongOptionStartsNoNode() {
        CommandLine bench = new CommandLine(new Bench());
        assertThat(bench.execute("memory", "--minutes", "0")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(bench.execute("memory", "--hours", "1")).isEqualTo(CommandLine.ExitCode.USAGE);
    }
}
