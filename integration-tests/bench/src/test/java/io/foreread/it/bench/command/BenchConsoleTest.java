package io.foreread.it.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchConsoleTest {
    private static final String PROPERTY = "foreread.bench.directory";

    @TempDir
    private Path directory;

    @BeforeEach
    void writeTo() {
        System.setProperty(PROPERTY, directory.toString());
    }

    @AfterEach
    void writeToTheUsualDirectory() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void stackTracesOfAllFailuresAreKept() {
        BenchConsole console = new BenchConsole();
        console.fail("4.1-foreread", new ArithmeticException("no requests"));
        console.fail("4.1-stock-mmap", new RuntimeException("second", new ArithmeticException("its cause")));
        assertThat(console.hasFailed()).isTrue();
        assertThat(directory.resolve("failures.log"))
                .content()
                .contains("4.1-foreread", "ArithmeticException: no requests", "at io.foreread.it.bench.command")
                .contains("4.1-stock-mmap", "Caused by: java.lang.ArithmeticException: its cause");
    }

    @Test
    void anExceptionWhoseMessageSaysWhatToDoHasNoStackTrace() {
        BenchConsole console = new BenchConsole();
        console.fail("./bench reads", new IllegalStateException("an emulated volume needs root"));
        assertThat(console.hasFailed()).isTrue();
        assertThat(directory).isEmptyDirectory();
    }
}
