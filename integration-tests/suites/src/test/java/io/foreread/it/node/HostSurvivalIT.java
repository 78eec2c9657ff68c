package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.NodeFiles;
import io.foreread.it.fixture.NodeJmx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that Cassandra starts and serves with a wrong configuration, and that one message describes the problem. */
class HostSurvivalIT {
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");
    private static final Path MALFORMED = Path.of("../../exporter/src/test/resources/malformed");

    @BeforeEach
    void runsOnlyIfItsReleaseIsSelected() {
        assumeTrue(CassandraRelease.all().contains(RELEASE), "not selected by -Dcassandra.lines");
    }

    @Test
    void eachWrongSettingIsReportedOnce_readAheadAndEndpointStayOff() {
        Path storage = NodeReleases.storage("wrong-settings", RELEASE);
        try (ChildJvmNode node = ChildJvmNode.of(RELEASE, storage)
                .agent("read-ahead=perhaps,block-size=3MB,colour=blue,hooks.nope=false,hooks.channel-proxy=flase")
                .start()) {
            assertServes(node);
            String console = console(storage);
            assertThat(console.lines().filter(line -> line.startsWith("foreread:")))
                    .hasSize(5)
                    .anyMatch(line -> line.contains("read-ahead") && line.contains("perhaps") && line.contains("auto"))
                    .anyMatch(line -> line.contains("block-size") && line.contains("3MB") && line.contains("KiB"))
                    .anyMatch(line -> line.contains("colour") && line.contains("buffer-budget"))
                    .anyMatch(line -> line.contains("hooks.nope") && line.contains("hooks.big-table-scanner"))
                    .anyMatch(line -> line.contains("hooks.channel-proxy") && line.contains("true and false"));
            assertThat(node.log())
                    .filteredOn(line -> line.contains("serves no metrics"))
                    .singleElement()
                    .asString()
                    .contains("check-config");
            assertThatThrownBy(node::metrics).isInstanceOf(UncheckedIOException.class);
            NodeJmx jmx = node.jmx();
            assertThat(jmx.<String>getAttribute(NodeJmx.READ_AHEAD, "Mode")).isEqualToIgnoringCase("off");
            assertThat(jmx.<Object>getAttribute(NodeJmx.READ_AHEAD, "Hooks").toString())
                    .contains("channel-proxy", "skipped: switched off by configuration");
        }
    }

    @Test
    void aHookThatIsSwitchedOffMeasuresNothing() {
        try (ChildJvmNode node = ChildJvmNode.of(RELEASE, NodeReleases.storage("hook-off", RELEASE))
                .agent("hooks.channel-proxy=false")
                .start()) {
            assertServes(node);
            assertThat(node.metrics()
                            .named("foreread_hook_status", Map.of("hook", "channel-proxy", "state", "skipped"))
                            .map(sample -> sample.labels().get("reason")))
                    .containsExactly("switched off by configuration");
            assertNoReadIsMeasured(node);
        }
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void badReloadsKeepThePreviousConfigurationAndAreExported() throws IOException {
        Path storage = NodeReleases.storage("bad-reloads", RELEASE);
        Path file = storage.resolve("foreread.yaml").toAbsolutePath();
        String good = "metrics: {tables: {exclude: [system.*]}}\n";
        Files.writeString(file, good);
        try (ChildJvmNode node = ChildJvmNode.of(RELEASE, storage)
                        .agent("config=" + file)
                        .start();
                Stream<Path> files = Files.list(MALFORMED)) {
            List<Path> malformed = files.sorted().toList();
            assertThat(malformed).isNotEmpty();
            awaitReload(node, 1);
            Set<String> tables = tables(node);
            assertThat(tables).isNotEmpty().noneMatch(table -> table.startsWith("system."));
            for (Path each : malformed) {
                Files.writeString(file, Files.readString(each).replace("DIR", storage.toString()));
                awaitReload(node, 0);
                assertThat(tables(node)).as(each.toString()).isEqualTo(tables);
                Files.writeString(file, good + "# after " + each + "\n");
                awaitReload(node, 1);
                assertThat(tables(node)).as("after " + each).isEqualTo(tables);
            }
            Files.writeString(file, "metrics: {tables: {exclude: }}\n");
            Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> assertThat(tables(node))
                    .anyMatch(table -> table.startsWith("system.")));
            assertThat(node.errors()).isEmpty();
        }
    }

    private static void awaitReload(ChildJvmNode node, double successful) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> node.metrics()
                                .value("foreread_config_last_reload_successful", Map.of("file", "configuration"))
                                .orElse(-1)
                        == successful);
    }

    private static Set<String> tables(ChildJvmNode node) {
        return node.metrics()
                .named("cassandra_table_live_sstables", Map.of())
                .map(sample ->
                        sample.labels().get("keyspace") + "." + sample.labels().get("table"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Foreread's reader records its reads only if the hook that records Cassandra's reads is enabled. */
    private static void assertNoReadIsMeasured(ChildJvmNode node) {
        NodeJmx jmx = node.jmx();
        DeterministicRows.createKeyspace(node.session(), "hooks", false);
        DeterministicRows rows = new DeterministicRows(node.session(), "hooks.read", 1000);
        rows.createTable("");
        rows.write(0, 1000, 0);
        jmx.flush("hooks", "read");
        jmx.majorCompact("hooks", "read");
        assertThat(node.metrics().sum("foreread_fills_total")).isPositive();
        assertThat(node.metrics().sum("cassandra_sstable_read_size_bytes_count"))
                .isZero();
        assertThat(jmx.<Object>getAttribute(NodeJmx.READ_AHEAD, "Hooks").toString())
                .contains("skipped: switched off by configuration");
        assertThatThrownBy(() -> jmx.invoke(NodeJmx.READ_AHEAD, "switchHook", "channel-proxy", true))
                .hasStackTraceContaining("IllegalArgumentException")
                .hasMessageContaining("skipped: switched off by configuration");
    }

    @Test
    void aPortInUseDisablesOnlyTheEndpoint() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String listen = "127.0.0.1:" + taken.getLocalPort();
            try (ChildJvmNode node = ChildJvmNode.of(RELEASE, NodeReleases.storage("port-in-use", RELEASE))
                    .agent("listen=" + listen)
                    .start()) {
                assertServes(node);
                assertThat(node.log())
                        .filteredOn(line -> line.startsWith("WARN") && line.contains(listen))
                        .singleElement()
                        .asString()
                        .contains("set listen to");
            }
        }
    }

    @Test
    void aDisabledAgentChangesNothing() {
        Path storage = NodeReleases.storage("disabled", RELEASE);
        try (ChildJvmNode node = ChildJvmNode.of(RELEASE, storage)
                .agent("")
                .systemProperty("foreread.enabled", "false")
                .start()) {
            assertServes(node);
            assertThat(console(storage)).contains("foreread: switched off by configuration (enabled=false)");
            assertThat(node.jmx().beans("io.foreread:*")).isEmpty();
            assertThatThrownBy(node::metrics).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void aMissingConfigurationFileDisablesTheAgentAndTheNodeStarts() {
        Path storage = NodeReleases.storage("missing-config", RELEASE);
        try (ChildJvmNode node = ChildJvmNode.of(RELEASE, storage)
                .agent("config=/nonexistent/foreread.yaml")
                .start()) {
            assertServes(node);
            assertThat(console(storage).lines().filter(line -> line.startsWith("foreread:")))
                    .singleElement()
                    .asString()
                    .contains("/nonexistent/foreread.yaml does not exist");
            assertThat(node.jmx().beans("io.foreread:*")).isEmpty();
        }
    }

    @Test
    void argumentsOverrideTheConfigurationFile() throws IOException {
        Path storage = NodeReleases.storage("config-file", RELEASE);
        Path file = Files.writeString(
                storage.resolve("foreread.yaml"),
                "read-ahead: off\nblock-size: 128KiB\nbuffer-budget: 8MiB\nhooks:\n  scrubber: false\n");
        try (ChildJvmNode node = ChildJvmNode.of(RELEASE, storage)
                .agent("config=" + file.toAbsolutePath() + ",buffer-budget=16MiB")
                .start()) {
            assertServes(node);
            assertThat(node.metrics().sum("foreread_read_ahead_enabled")).isZero();
            assertThat(node.metrics().sum("foreread_block_bytes")).isEqualTo(131072);
            assertThat(node.metrics().sum("foreread_buffer_budget_bytes")).isEqualTo(16777216);
            assertThat(node.metrics().named("foreread_hook_status", Map.of("hook", "scrubber", "state", "skipped")))
                    .hasSize(1);
        }
    }

    /** The main class of Cassandra configures logback. */
    @Test
    void theAgentLoadsNoClassOfALoggerBeforeTheMainClassOfCassandra() {
        Path storage = NodeReleases.storage("logger", RELEASE);
        try (ChildJvmNode node = ChildJvmNode.of(RELEASE, storage)
                .agent("")
                .jvmOptions("-verbose:class")
                .start()) {
            assertServes(node);
            List<String> loaded = console(storage).lines().toList();
            int main = IntStream.range(0, loaded.size())
                    .filter(i -> loaded.get(i).contains("org.apache.cassandra.service.CassandraDaemon "))
                    .findFirst()
                    .orElseThrow();
            assertThat(loaded.subList(0, main))
                    .anyMatch(line -> line.contains("io.foreread."))
                    .noneMatch(line -> line.contains("ch.qos.logback.") || line.contains("org.slf4j."));
            assertThat(loaded.subList(main, loaded.size())).anyMatch(line -> line.contains("ch.qos.logback."));
        }
    }

    @Test
    void nodetoolThatInheritsTheFlagPrintsTheSameOutput() throws Exception {
        String without = nodetoolHelp(null);
        String with = nodetoolHelp("-javaagent:" + AgentJar.locate());
        assertThat(without).contains("usage: nodetool");
        // nodetool lists its options in a random order, so compare the words.
        assertThat(with.split("\\s+")).containsExactlyInAnyOrder(without.split("\\s+"));
    }

    private static void assertServes(ChildJvmNode node) {
        assertThat(node.session()
                        .execute("SELECT release_version FROM system.local")
                        .one()
                        .getString(0))
                .isEqualTo(RELEASE.toString());
        assertThat(node.errors()).isEmpty();
    }

    /** The standard output and error of the JVM of the node. */
    private static String console(Path storage) {
        try {
            return Files.readString(new NodeFiles(storage, storage.resolve("data")).console());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The standard output and error of {@code nodetool help}, without the message about JAVA_TOOL_OPTIONS. */
    private static String nodetoolHelp(String javaToolOptions) throws Exception {
        return NodeTool.run(RELEASE.version(), javaToolOptions, "help");
    }
}
