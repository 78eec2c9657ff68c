package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.ForereadTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs {@code foreread check}, {@code status}, {@code on} and {@code off} as an operator does, against real nodes and jars. */
class CommandIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    /** Checks a release by its jar and a cassandra.yaml with one line that can change the verdict. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3.11 | a: 1                      | helps",
                "4.0  | a: 1                      | helps",
                "4.1  | a: 1                      | helps",
                "4.1  | disk_access_mode: mmap_index_only | helps",
                "last | a: 1                      | helps",
                "last | file_cache_enabled: true  | helps",
                "5.0  | a: 1                      | helps little",
                "5.0  | disk_access_mode: mmap    | helps",
                "5.0  | file_cache_enabled: true  | helps",
                "6.0  | a: 1                      | helps little",
                "6.0  | disk_access_mode: legacy  | helps",
            })
    void theReleaseAndItsConfigurationDetermineTheVerdict(String role, String line, String expected)
            throws IOException {
        CassandraRelease release =
                role.equals("last") ? CassandraRelease.LAST_WITHOUT_NATIVE : CassandraRelease.newestOf(role);
        Assumptions.assumeTrue(CassandraRelease.all().contains(release), "not selected by -Dcassandra.lines");
        Path lib = Files.createDirectories(directory.resolve("lib"));
        Path jar = CassandraArtifacts.named(
                CassandraArtifacts.inBuildDirectory().classPath(release.version()), "cassandra-all");
        Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
        Path table = Files.createDirectories(directory.resolve("data/data/shop/orders-" + "0".repeat(32)));
        Files.write(table.resolve("nb-1-big-Data.db"), new byte[1000]);
        Files.write(table.resolve("nb-1-big-CompressionInfo.db"), new byte[10]);
        Files.write(table.resolve("nb-1-big-Statistics.db"), new byte[10]);
        Path yaml = Files.writeString(
                directory.resolve("cassandra.yaml"), line + "\ncompaction_throughput_mb_per_sec: 0\n");
        Path sysfs = sysfs(4);
        ForereadTool run = ForereadTool.run(
                "check", "--json", "--conf", yaml.toString(), "--lib", lib.toString(), "--sysfs", sysfs.toString());
        assertThat(run.err()).isEmpty();
        JsonNode json = json(run);
        assertThat(json.get("verdict").asText()).as(run.out()).isEqualTo(expected);
        assertThat(finding(json, "release").get("value").asText()).isEqualTo(release.toString());
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void aNodeWithoutTheAgentIsCheckedAndHasNoStatus() throws IOException {
        CassandraRelease release = selected(CassandraRelease.newestOf("4.1"));
        try (ChildJvmNode node = ChildJvmNode.of(release, NodeReleases.storage("command-stock", release))
                .start()) {
            writeTable(node, "");
            JsonNode json = check(node, 4);
            assertThat(finding(json, "release").get("value").asText()).isEqualTo(release.toString());
            assertVerdict(json, "disk_access_mode", "helps");
            assertVerdict(json, "kernel readahead", "helps");
            assertVerdict(json, "compression", "helps");
            assertThat(finding(json, "compaction throughput").get("value").asText())
                    .isEqualTo("limited to 64 MiB/s, set in the running node");
            assertThat(json.get("verdict").asText()).isEqualTo("helps");
            assertThat(finding(json, "Java").get("value").asText())
                    .startsWith(String.valueOf(node.java().feature()));

            node.jmx().setCompactionThroughput(16);
            assertThat(check(node, 4).get("verdict").asText()).isEqualTo("helps little");
            node.jmx().setCompactionThroughput(0);
            assertThat(check(node, 4).get("verdict").asText()).isEqualTo("helps");
            assertThat(check(node, 128).get("verdict").asText()).isEqualTo("helps little");
            assertThat(check(node, 0).get("verdict").asText()).isEqualTo("does nothing");

            ForereadTool status = ForereadTool.run("status", "--pid", String.valueOf(node.pid()));
            assertThat(status.exitCode()).isEqualTo(1);
            assertThat(status.out()).contains("Cassandra " + release, "The agent is not loaded");
            ForereadTool on = ForereadTool.run("on", "--pid", String.valueOf(node.pid()));
            assertThat(on.exitCode()).isEqualTo(1);
            assertThat(on.err()).contains("The agent is not loaded");
            assertThat(node.errors()).isEmpty();
        }
    }

    @Test
    void aRunningAgentIsSwitchedOffAndOn() {
        CassandraRelease release = selected(CassandraRelease.newestOf("4.1"));
        try (ChildJvmNode node = ChildJvmNode.of(release, NodeReleases.storage("command-agent", release))
                .agent("")
                .start()) {
            for (String[] target : new String[][] {
                {"--pid", String.valueOf(node.pid())},
                {"--jmx", "127.0.0.1:" + node.jmxPort()}
            }) {
                ForereadTool status = ForereadTool.run("status", target[0], target[1]);
                assertThat(status.exitCode()).as(status.err()).isZero();
                assertThat(status.out())
                        .containsPattern("read-ahead +on, mode auto")
                        .containsPattern("hooks (applied|waiting) +.*big-table-scanner")
                        .contains("Cassandra " + release);

                ForereadTool off = ForereadTool.run("off", target[0], target[1]);
                assertThat(off.exitCode()).isZero();
                assertThat(off.out()).contains("is off.");
                assertThat(node.metrics().sum("foreread_read_ahead_enabled")).isZero();
                ForereadTool whileOff = ForereadTool.run("status", "--json", target[0], target[1]);
                assertThat(whileOff.exitCode()).isEqualTo(1);
                assertThat(json(whileOff).get("readAhead").asBoolean()).isFalse();
                assertThat(json(whileOff).get("version").asText()).isNotEqualTo("unknown");

                assertThat(ForereadTool.run("on", target[0], target[1]).out()).contains("is on, mode auto.");
                assertThat(ForereadTool.run("on", target[0], target[1]).out()).contains("was already on, mode auto.");
                assertThat(node.metrics().sum("foreread_read_ahead_enabled")).isOne();
            }
            assertThat(node.errors()).isEmpty();
        }
    }

    @Test
    void anAgentThatItsConfigurationDisablesIsReportedAsLoaded() {
        CassandraRelease release = selected(CassandraRelease.newestOf("4.1"));
        try (ChildJvmNode node = ChildJvmNode.of(release, NodeReleases.storage("command-disabled", release))
                .agent("enabled=false")
                .start()) {
            ForereadTool status = ForereadTool.run("status", "--pid", String.valueOf(node.pid()));
            assertThat(status.exitCode()).isEqualTo(1);
            assertThat(status.out()).contains("The agent is loaded and does nothing");
        }
    }

    @Test
    void aNodeThatCannotBeAttachedToIsCheckedByItsFiles() throws IOException {
        CassandraRelease release = selected(CassandraRelease.newestOf("5.0"));
        try (ChildJvmNode node = builder(release, "command-no-attach")
                .jvmOptions("-XX:+DisableAttachMechanism")
                .start()) {
            writeTable(node, "");
            ForereadTool run = checkRun(node, 4);
            assertThat(run.err()).contains("does not allow to attach", "--jmx");
            JsonNode json = json(run);
            assertVerdict(json, "disk_access_mode", "helps little");
            assertThat(finding(json, "compaction throughput").get("value").asText())
                    .isEqualTo("limited to 64 MiB/s, the default");

            ForereadTool status = ForereadTool.run("status", "--pid", String.valueOf(node.pid()));
            assertThat(status.exitCode()).isEqualTo(3);
            assertThat(status.err()).contains("-XX:+DisableAttachMechanism", "--jmx 127.0.0.1:7199");
            assertThat(ForereadTool.run("status", "--jmx", "127.0.0.1:" + node.jmxPort())
                            .exitCode())
                    .isEqualTo(1);
        }
    }

    @Test
    void sstablesOfTheBtiFormatGainWithAndWithoutCompression() throws IOException {
        CassandraRelease release = selected(CassandraRelease.LAST_WITHOUT_NATIVE);
        try (ChildJvmNode node = builder(release, "command-bti")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("sstable", java.util.Map.of("selected_format", "bti"))
                .yaml("compaction_throughput", "0MiB/s")
                .start()) {
            writeTable(node, "");
            JsonNode json = check(node, 4);
            assertThat(finding(json, "compression").get("value").asText()).endsWith("format bti");
            assertThat(json.get("verdict").asText()).isEqualTo("helps");

            node.session().execute("TRUNCATE shop.orders");
            node.session().execute("ALTER TABLE shop.orders WITH compression = {'enabled': false}");
            writeRows(node);
            json = check(node, 4);
            assertThat(finding(json, "compression").get("value").asText()).startsWith("0 %");
            assertThat(json.get("verdict").asText()).isEqualTo("helps");
        }
    }

    @Test
    void aJvmThatIsNotCassandraIsRejected() {
        String pid = String.valueOf(ProcessHandle.current().pid());
        for (String command : new String[] {"check", "status", "on", "off"}) {
            ForereadTool run = ForereadTool.run(command, "--pid", pid);
            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("process " + pid + " is not a Cassandra node");
        }
    }

    private static CassandraRelease selected(CassandraRelease release) {
        Assumptions.assumeTrue(CassandraRelease.all().contains(release), "not selected by -Dcassandra.lines");
        return release;
    }

    private static ChildJvmNodeBuilder builder(CassandraRelease release, String suite) {
        return ChildJvmNode.of(release, NodeReleases.storage(suite, release));
    }

    private static void writeTable(ChildJvmNode node, String options) {
        DeterministicRows.createKeyspace(node.session(), "shop", true);
        new DeterministicRows(node.session(), "shop.orders", 1000).createTable(options);
        writeRows(node);
    }

    private static void writeRows(ChildJvmNode node) {
        new DeterministicRows(node.session(), "shop.orders", 1000).write(0, 1000, 0);
        node.jmx().flush("shop", "orders");
    }

    private JsonNode check(ChildJvmNode node, int readaheadKib) throws IOException {
        ForereadTool run = checkRun(node, readaheadKib);
        assertThat(run.err()).isEmpty();
        return json(run);
    }

    private ForereadTool checkRun(ChildJvmNode node, int readaheadKib) throws IOException {
        return ForereadTool.run(
                "check",
                "--json",
                "--pid",
                String.valueOf(node.pid()),
                "--sysfs",
                sysfs(readaheadKib).toString());
    }

    /**
     * Creates a simulated sysfs in which the devices of the test's directories have this readahead, because tests cannot
     * change the readahead of a real device.
     */
    private Path sysfs(int readaheadKib) throws IOException {
        Path sysfs = directory.resolve("sys-" + readaheadKib);
        for (Path file :
                new Path[] {directory, Files.createDirectories(Path.of("target").toAbsolutePath())}) {
            long device = (long) Files.getAttribute(file, "unix:dev");
            long major = (device >>> 8) & 0xfff;
            long minor = (device & 0xff) | ((device >>> 12) & 0xfff00);
            Path queue = Files.createDirectories(sysfs.resolve("dev/block/" + major + ":" + minor + "/queue"));
            Files.writeString(queue.resolve("read_ahead_kb"), readaheadKib + "\n");
        }
        return sysfs;
    }

    private static JsonNode json(ForereadTool run) {
        try {
            return JSON.readTree(run.out());
        } catch (IOException e) {
            throw new AssertionError(run.toString(), e);
        }
    }

    private static JsonNode finding(JsonNode json, String name) {
        for (JsonNode finding : json.get("findings"))
            if (finding.get("name").asText().equals(name)) return finding;
        throw new AssertionError("no finding " + name + " in " + json);
    }

    private static void assertVerdict(JsonNode json, String name, String verdict) {
        assertThat(finding(json, name).get("verdict").asText())
                .as(finding(json, name).toString())
                .isEqualTo(verdict);
    }
}
