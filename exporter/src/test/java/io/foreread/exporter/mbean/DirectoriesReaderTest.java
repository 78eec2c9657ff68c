package io.foreread.exporter.mbean;

import static io.foreread.exporter.mbean.StubNode.STORAGE_SERVICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.foreread.exporter.mbean.DirectoriesReader.Space;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoriesReaderTest {
    private final StubNode node = new StubNode();

    private void directories(String commitLog, String... data) throws JMException {
        node.with(STORAGE_SERVICE, "AllDataFileLocations", data, "CommitLogLocation", commitLog);
    }

    @Test
    void exportsSizeAndUsableSpaceOfEachFileSystem(@TempDir Path directory) throws JMException {
        directories(directory.toString(), directory.toString());
        File file = directory.toFile();
        Map<String, Double> recorded = node.recorded(new DirectoriesReader());
        assertThat(recorded)
                .containsOnlyKeys(
                        "cassandra_filesystem_size_bytes[" + directory + ", data]",
                        "cassandra_filesystem_avail_bytes[" + directory + ", data]",
                        "cassandra_filesystem_size_bytes[" + directory + ", commitlog]",
                        "cassandra_filesystem_avail_bytes[" + directory + ", commitlog]")
                .containsEntry(
                        "cassandra_filesystem_size_bytes[" + directory + ", data]", (double) file.getTotalSpace());
        assertThat(recorded.get("cassandra_filesystem_avail_bytes[" + directory + ", data]"))
                .isBetween(0.0, (double) file.getTotalSpace());
    }

    @Test
    void missingDirectoryIsNotExported(@TempDir Path directory) throws JMException {
        directories(directory.resolve("missing").toString());
        assertThat(node.recorded(new DirectoriesReader())).isEmpty();
    }

    @Test
    void hungDirectoryIsReadByOneThreadAndDelaysNoOtherDirectory() throws JMException {
        directories("/log", "/dead", "/disk");
        CountDownLatch reachable = new CountDownLatch(1);
        AtomicInteger readsOfDead = new AtomicInteger();
        DirectoriesReader reader = new DirectoriesReader(
                directory -> {
                    if (directory.getPath().equals("/dead")) {
                        readsOfDead.incrementAndGet();
                        try {
                            reachable.await();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                    return new Space(2, 1);
                },
                Duration.ofMillis(50));
        await().untilAsserted(() -> assertThat(node.recorded(reader))
                .containsOnlyKeys(
                        "cassandra_filesystem_size_bytes[/disk, data]",
                        "cassandra_filesystem_avail_bytes[/disk, data]",
                        "cassandra_filesystem_size_bytes[/log, commitlog]",
                        "cassandra_filesystem_avail_bytes[/log, commitlog]"));
        node.recorded(reader);
        assertThat(readsOfDead).hasValue(1);
        reachable.countDown();
        await().untilAsserted(() ->
                assertThat(node.recorded(reader)).containsEntry("cassandra_filesystem_size_bytes[/dead, data]", 2.0));
    }
}
