package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.fixture.GrafanaDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Checks grafana/host/readahead.sh, which writes a metric for the textfile collector of node_exporter. */
class HostReadaheadTest {
    /**
     * Directories on btrfs, ZFS or NFS have no block device. The exit code matters: cron publishes the output only if
     * the script succeeds.
     */
    @Test
    void aDirectoryWithoutABlockDeviceOmitsOnlyItsOwnLine() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/findmnt")), "there is no findmnt here");
        Process script = new ProcessBuilder(
                        "sh",
                        GrafanaDirectory.locate().resolve("host/readahead.sh").toString(),
                        "/proc")
                .redirectErrorStream(true)
                .start();
        String output = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(output)
                .contains(
                        "# TYPE foreread_host_readahead_bytes gauge",
                        "/proc: its file system is not on a block device");
        assertThat(script.waitFor()).isZero();
    }
}
