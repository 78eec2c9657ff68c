package io.foreread.it.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DumpRegistryTest {
    private static final String DIRECTORY = "foreread.bench.directory";

    private final String directoryBefore = System.getProperty(DIRECTORY);

    @TempDir
    private Path directory;

    @BeforeEach
    void setDirectory() {
        System.setProperty(DIRECTORY, directory.toString());
    }

    @AfterEach
    void restoreDirectory() {
        if (directoryBefore == null) System.clearProperty(DIRECTORY);
        else System.setProperty(DIRECTORY, directoryBefore);
    }

    @Test
    void logsOfEachFailedNodeAreKept() {
        List<Path> logs = new ArrayList<>();
        DumpRegistry command = new DumpRegistry((version, storage) -> {
            Files.createDirectories(storage.resolve("logs"));
            logs.add(Files.writeString(storage.resolve("logs/system.log"), version.text()));
            throw new IllegalStateException("the node did not start");
        });
        assertThat(new CommandLine(command).execute("--cassandra", "4.0.19,4.1.10"))
                .isOne();
        assertThat(logs).hasSize(2);
        assertThat(logs.get(0)).hasContent("4.0.19");
        assertThat(logs.get(1)).hasContent("4.1.10");
    }
}
