package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks exit codes and messages of command lines that start no endpoint. */
class ForereadExporterCommandTest {
    private static final String FREE = "127.0.0.1:0";

    @TempDir
    private Path directory;

    @Test
    void startupErrorsNameTheProblemWithoutAStackTrace() throws Exception {
        try (ChildExporter none = new ChildExporter(directory, "--listen", FREE)) {
            assertThat(none.exitCode()).isEqualTo(1);
            assertThat(none.output()).contains("no nodes are set").doesNotContain("\tat ");
        }
        try (ChildExporter wrong =
                new ChildExporter(directory, "--listen", FREE, "--jmx", "host", "--config", "/no/such.yaml")) {
            assertThat(wrong.exitCode()).isEqualTo(1);
            assertThat(wrong.output()).contains("/no/such.yaml does not exist").doesNotContain("\tat ");
        }
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ChildExporter second = new ChildExporter(
                        directory, "--jmx", "127.0.0.1:1", "--listen", "127.0.0.1:" + taken.getLocalPort())) {
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.output())
                    .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .doesNotContain("\tat ");
        }
        try (ChildExporter usage = new ChildExporter(directory, "--listen", FREE, "--jxm", "a:1")) {
            assertThat(usage.exitCode()).isEqualTo(2);
            assertThat(usage.output()).contains("--jxm").doesNotContain("\tat ");
        }
    }

    @Test
    void configurationIsCheckedWithoutStarting() throws Exception {
        Path config = Files.writeString(directory.resolve("x.yaml"), "nodes: [a]\njmx: {callers: 999}\n");
        try (ChildExporter check =
                new ChildExporter(directory, "--listen", FREE, "--check-config", config.toString())) {
            assertThat(check.exitCode()).isEqualTo(1);
            assertThat(check.output()).contains("nodes: [a]", "jmx.callers: '999'", "series per table");
        }
        Files.writeString(config, "nodes: [\"a:7199\"]\n");
        try (ChildExporter check =
                new ChildExporter(directory, "--listen", FREE, "--check-config", config.toString())) {
            assertThat(check.exitCode()).isZero();
            assertThat(check.output()).contains("x.yaml is valid");
        }
    }

    @Test
    void listOptionPrintsEveryMetric() throws Exception {
        try (ChildExporter list = new ChildExporter(directory, "--listen", FREE, "--list")) {
            assertThat(list.exitCode()).isZero();
            assertThat(list.output().lines().filter(line -> line.startsWith("cassandra_")))
                    .hasSizeGreaterThan(200)
                    .allMatch(line -> line.split("\t", -1).length == 8);
            assertThat(list.output())
                    .contains("cassandra_table_live_sstables\tgauge\t\tkeyspace,table\torg.apache.cassandra.metrics:"
                            + "type=Table,name=LiveSSTableCount,*\tall\tyes\tLive sstables.")
                    .contains("foreread_node_up");
        }
    }
}
