package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileReloadTest {
    @TempDir
    private Path directory;

    private final List<String> read = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    /** The reason why the file cannot be read, or null. */
    private String obstacle;

    private Path file;
    private FileReload reload;

    @BeforeEach
    void watch() throws IOException {
        file = Files.writeString(directory.resolve("file"), "one");
        reload = new FileReload(
                Arrays.asList(null, file),
                () -> {
                    if (obstacle != null) throw new IOException(obstacle);
                    read.add(Files.readString(file));
                },
                problems::add);
    }

    @Test
    void readsOnlyAfterAChange() throws IOException {
        reload.refresh();
        assertThat(read).isEmpty();
        Files.writeString(file, "other");
        reload.refresh();
        reload.refresh();
        assertThat(read).containsExactly("other");
        assertThat(problems).isEmpty();
    }

    @Test
    void errorIsAFailureThatIsRetried() throws IOException {
        FileReload failing = new FileReload(
                List.of(file),
                () -> {
                    if (read.isEmpty()) {
                        read.add("failed");
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    read.add("succeeded");
                },
                problems::add);
        Files.writeString(file, "other");
        failing.refresh();
        assertThat(failing.successful()).isFalse();
        failing.refresh();
        assertThat(read).containsExactly("failed", "succeeded");
        assertThat(failing.successful()).isTrue();
        assertThat(problems).containsExactly("unable to create native thread");
    }

    @Test
    void detectsAReplacedFileOfTheSameTimeAndLength() throws IOException {
        FileTime modified = Files.getLastModifiedTime(file);
        Path other = Files.writeString(directory.resolve("other"), "two");
        Files.setLastModifiedTime(other, modified);
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        reload.refresh();
        assertThat(read).containsExactly("two");
    }

    @Test
    void afterAFailureRetriesUntilItSucceedsAndReportsEachProblemOnce() throws IOException {
        obstacle = "may not be read by this user";
        Files.writeString(file, "without bob");
        reload.refresh();
        reload.refresh();
        assertThat(problems).containsExactly("may not be read by this user");
        obstacle = "is on a device that fails";
        reload.refresh();
        reload.refresh();
        assertThat(problems).hasSize(2).endsWith("is on a device that fails");
        // A chmod, for example, removes the obstacle without a change of the file's content.
        obstacle = null;
        reload.refresh();
        reload.refresh();
        assertThat(read).containsExactly("without bob");
        assertThat(problems).hasSize(2);
    }

    @Test
    void aMissingFileIsReadOnceItIsBack() throws IOException {
        Files.delete(file);
        reload.refresh();
        assertThat(read).isEmpty();
        assertThat(problems).isEmpty();
        Files.writeString(file, "three");
        reload.refresh();
        assertThat(read).containsExactly("three");
    }

    @Test
    void theStateIsThatOfTheLastAttemptAndTheTimeThatOfTheLastSuccess() throws Exception {
        assertThat(reload.successful()).isTrue();
        double created = reload.lastSuccessSeconds();
        assertThat(created).isCloseTo(System.currentTimeMillis() / 1e3, Offset.offset(60.0));
        obstacle = "is no YAML";
        Files.writeString(file, "{");
        reload.refresh();
        assertThat(reload.successful()).isFalse();
        assertThat(reload.lastSuccessSeconds()).isEqualTo(created);
        Awaitility.await().until(() -> System.currentTimeMillis() / 1e3 > created);
        obstacle = null;
        reload.refresh();
        assertThat(reload.successful()).isTrue();
        assertThat(reload.lastSuccessSeconds()).isGreaterThan(created);
    }

    @Test
    void reportsAProblemAgainAfterAnotherChange() throws IOException {
        obstacle = "is no YAML";
        Files.writeString(file, "{");
        reload.refresh();
        Files.writeString(file, "{{");
        reload.refresh();
        assertThat(problems).containsExactly("is no YAML", "is no YAML");
    }
}
