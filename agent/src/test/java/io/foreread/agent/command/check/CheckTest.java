package io.foreread.agent.command.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.command.CommandRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/** Runs {@code foreread check} on the files of one release. CommandIT checks other releases and running nodes. */
class CheckTest {
    private static final String UNLIMITED = "compaction_throughput: 0MiB/s";

    @TempDir
    private Path root;

    /** A node that has only these lines in cassandra.yaml and a heap size. */
    private InstalledNode node(String... yaml) throws IOException {
        return new InstalledNode(root).yaml(yaml).jvmOptions("-Xmx4G");
    }

    /** A node for which no finding prevents the gain. */
    private InstalledNode goodNode() throws IOException {
        return node(UNLIMITED).release().readahead("4").sstable("shop.orders", 1, "big", 1000, true);
    }

    private static Map<String, String> finding(CommandRun run, String name) {
        Map<String, List<Map<String, String>>> json = new Yaml().load(run.out());
        return json.get("findings").stream()
                .filter(finding -> finding.get("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String verdict(CommandRun run) {
        Map<String, String> json = new Yaml().load(run.out());
        return json.get("verdict");
    }

    @Test
    void verdictIsHelpsIfNoFindingPreventsTheGain() throws IOException {
        CommandRun run = goodNode().check();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("Foreread helps: scans")
                .contains("kernel readahead: 4 KiB on ")
                .contains("compression: 100 % of 1 MiB in 1 sstables, format big");
        assertThat(run.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0,does nothing,1", "4,helps,0", "16,helps,0", "128,helps little,0", "4096,helps little,0"})
    void partitionHasTheReadaheadOfItsDisk(String kib, String expected, int exitCode) throws IOException {
        CommandRun run = node(UNLIMITED)
                .release()
                .readahead(kib)
                .sstable("shop.orders", 1, "big", 1000, true)
                .check("--json");
        assertThat(finding(run, "kernel readahead"))
                .containsEntry("verdict", expected)
                .hasEntrySatisfying("value", value -> assertThat(value).startsWith(kib + " KiB on "));
        assertThat(verdict(run)).isEqualTo(expected);
        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void readaheadIsUnknownWithoutADevice() throws IOException {
        CommandRun run = node(UNLIMITED)
                .release()
                .sstable("shop.orders", 1, "big", 1000, true)
                .check("--json");
        assertThat(finding(run, "kernel readahead")).containsEntry("verdict", "unknown");
        assertThat(verdict(run)).isEqualTo("unknown");
        assertThat(run.exitCode()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "compaction_throughput: 64MiB/s,limited to 64 MiB/s,helps",
        "compaction_throughput: 48MiB/s,limited to 48 MiB/s,helps",
        "compaction_throughput: 47MiB/s,limited to 47 MiB/s,helps little",
        "compaction_throughput: 1KiB/s,limited to 1 MiB/s,helps little",
        "compaction_throughput_mb_per_sec: 16,limited to 16 MiB/s,helps little",
        "compaction_throughput_mb_per_sec: 0,not limited,helps",
        "concurrent_compactors: 2,'limited to 16 MiB/s, the default',helps little",
        "compaction_throughput: fast,fast,unknown"
    })
    void throttleIsReadInEveryFormOfCassandraYaml(String line, String value, String expected) throws IOException {
        CommandRun run = node(line)
                .release()
                .readahead("4")
                .sstable("shop.orders", 1, "big", 1000, true)
                .check("--json");
        assertThat(finding(run, "compaction throughput"))
                .containsEntry("verdict", expected)
                .hasEntrySatisfying("value", text -> assertThat(text).startsWith(value));
        assertThat(verdict(run)).isEqualTo(expected);
    }

    @Test
    void tablesWithoutCompressionGainToo() throws IOException {
        CommandRun run = node(UNLIMITED)
                .release()
                .readahead("4")
                .sstable("shop.orders", 1, "big", 1000, false)
                .sstable("system.local", 1, "big", 1000, true)
                .check("--json");
        assertThat(finding(run, "compression"))
                .containsEntry("verdict", "helps")
                .hasEntrySatisfying("value", value -> assertThat(value).startsWith("0 %"));
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void uncompressedTablesAreNamed() throws IOException {
        CommandRun run = goodNode()
                .sstable("shop.carts", 1, "big", 1000, false)
                .sstable("shop.carts", 2, "bti", 1001, false)
                .check("--json");
        assertThat(finding(run, "compression"))
                .containsEntry("verdict", "helps")
                .hasEntrySatisfying("value", value -> assertThat(value).contains("3 sstables, format big, bti"))
                .hasEntrySatisfying("reason", reason -> assertThat(reason).endsWith("Not compressed: shop.carts."));
    }

    /** Cassandra writes CompressionInfo.db and then Statistics.db when the sstable is complete. */
    @Test
    void anSstableThatIsBeingWrittenIsIgnored() throws IOException {
        CommandRun run = goodNode()
                .sstable("shop.orders", 7, "big", 100_000, false)
                .remove("shop.orders", "nb-7-big-Statistics.db")
                .check("--json");
        assertThat(finding(run, "compression"))
                .containsEntry("verdict", "helps")
                .hasEntrySatisfying("value", value -> assertThat(value).startsWith("100 %"));
    }

    @Test
    void onlyKeyspacesOfUsersAreRead() throws IOException {
        CommandRun run = node(UNLIMITED)
                .release()
                .readahead("4")
                .sstable("system_orders.orders", 1, "big", 1000, true)
                .sstable("system_schema.tables", 1, "big", 1000, false)
                .sstable("lost+found.x", 1, "big", 1000, false)
                .check("--json");
        assertThat(finding(run, "compression"))
                .hasEntrySatisfying(
                        "value", value -> assertThat(value).startsWith("100 %").contains(" in 1 sstables"));
    }

    @Test
    void verdictIsUnknownWithoutSstables() throws IOException {
        CommandRun run = node(UNLIMITED).release().readahead("4").check("--json");
        assertThat(finding(run, "compression")).containsEntry("verdict", "unknown");
        assertThat(run.exitCode()).isEqualTo(3);
    }

    @Test
    void verdictIsUnknownForALineThatWasNotTested() throws IOException {
        CommandRun run = node(UNLIMITED)
                .release("9.7.1", name -> true)
                .readahead("4")
                .sstable("shop.orders", 1, "big", 1000, true)
                .check("--json");
        assertThat(finding(run, "release"))
                .containsEntry("verdict", "unknown")
                .containsEntry("value", "9.7.1")
                .hasEntrySatisfying("reason", reason -> assertThat(reason).contains("not tested", "4.1, 5.0"));
    }

    @Test
    void aReleaseWithOtherScannersGainsNothing() throws IOException {
        CommandRun run = node(UNLIMITED)
                .release("5.0.99", name -> !name.endsWith("Scanner.class"))
                .readahead("4")
                .sstable("shop.orders", 1, "big", 1000, true)
                .check("--json");
        assertThat(finding(run, "release"))
                .containsEntry("verdict", "does nothing")
                .hasEntrySatisfying("reason", reason -> assertThat(reason).contains("No hook fits"));
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void tooLittleDirectMemoryIsAProblem() throws IOException {
        CommandRun run = goodNode().jvmOptions("-XX:MaxDirectMemorySize=64M").check("--json");
        assertThat(finding(run, "direct memory"))
                .containsEntry("verdict", "problem")
                .hasEntrySatisfying(
                        "reason", reason -> assertThat(reason).contains("48 MiB of the buffer budget of 64 MiB"));
        assertThat(verdict(run)).isEqualTo("helps");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void budgetAndPortAreReadFromTheConfigurationOfTheAgent() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path config = Files.writeString(
                    root.resolve("foreread.yaml"),
                    "buffer-budget: 8MiB\nlisten: 127.0.0.1:" + taken.getLocalPort() + "\n");
            CommandRun run =
                    goodNode().jvmOptions("-XX:MaxDirectMemorySize=64M").check("--json", "--config", config.toString());
            assertThat(finding(run, "direct memory")).containsEntry("verdict", "ok");
            assertThat(finding(run, "port"))
                    .containsEntry("verdict", "ok")
                    .hasEntrySatisfying("reason", reason -> assertThat(reason).contains("perhaps by the agent"));
            assertThat(run.exitCode()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'enabled: false',does nothing,changes and records nothing",
        "'read-ahead: off',does nothing,until read-ahead is switched on",
        "'buffer-budget: 0',does nothing,Raise buffer-budget",
        "'hooks: {big-table-scanner: false}',does nothing,hooks.NAME: false",
        "'read-ahead: fast',problem,'allowed'",
        "'hooks: {scrubber: false}',ok,read ahead with these settings"
    })
    void settingsOfTheAgentDetermineTheVerdict(String yaml, String expected, String reason) throws IOException {
        Path config = Files.writeString(root.resolve("foreread.yaml"), yaml + "\n");
        CommandRun run = goodNode().check("--json", "--config", config.toString());
        assertThat(finding(run, "settings of the agent"))
                .containsEntry("verdict", expected)
                .hasEntrySatisfying("reason", text -> assertThat(text).contains(reason));
        assertThat(run.exitCode()).isEqualTo(expected.equals("ok") ? 0 : 1);
    }

    @Test
    void errorNamesALibDirectoryWithoutCassandra() throws IOException {
        CommandRun run = node(UNLIMITED).check();
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("has no apache-cassandra-*.jar");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void errorNamesACassandraYamlThatIsNotYaml() throws IOException {
        CommandRun run = node("a: [").release().check();
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("cassandra.yaml cannot be read");
    }

    @Test
    void errorNamesTheProgramOfAProcessThatIsNotCassandra() {
        CommandRun run = CommandRun.of(
                "check", "--pid", String.valueOf(ProcessHandle.current().pid()));
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("is not a Cassandra node: it runs ");
    }

    @Test
    void errorNamesAProcessThatDoesNotExist() {
        CommandRun run = CommandRun.of("check", "--pid", "999999999");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).isEqualTo("foreread: there is no process 999999999\n");
    }

    @ParameterizedTest
    @CsvSource({"1.8.0_392,8", "11.0.21,11", "17,17", "21-ea,21"})
    void featureReleaseIsReadFromTheJavaVersion(String version, int feature) {
        assertThat(JavaCheck.feature(version)).isEqualTo(feature);
    }
}
