package io.foreread.it.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ForereadTool;
import io.foreread.it.fixture.JarOfVersion;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Shell;
import io.foreread.it.node.NodeReleases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Attaches and detaches where this is refused, and attaches jars of several versions one after the other. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AttachRefusalsIT {
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");
    private static final Path JAVA = Path.of(System.getProperty("java.home"));

    private static ChildJvmNode process;
    private static AttachableNode node;
    private static CompactedTable table;
    private static LoadedClasses classes;
    private static Path directory;
    /** The direct memory of the node before the agent was attached. */
    private static long directBytes;

    @BeforeAll
    static void start() throws IOException {
        Assumptions.assumeTrue(CassandraRelease.all().contains(RELEASE), "not selected by -Dcassandra.lines");
        Path storage = NodeReleases.storage("attach-refusals", RELEASE);
        directory = Files.createDirectory(storage.resolve("attach"));
        process = ChildJvmNode.of(RELEASE, storage).start();
        node = AttachableNode.of(process, directory);
        classes = new LoadedClasses(directory);
        table = CompactedTable.create(node);
        table.compact();
        process.jmx().collectGarbage();
        directBytes = NodeTrace.directBytes(node);
    }

    @AfterAll
    static void stop() {
        if (process != null) process.close();
    }

    @Test
    @Order(1)
    void aDetachWithoutAnAgentIsRefusedAndLoadsNothing() {
        ForereadTool run = node.detach();
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("The agent is not in process " + process.pid());
        assertNothingIsLoaded();
    }

    @Test
    @Order(2)
    void wrongSettingsAreReportedAndNothingIsLoaded() throws IOException {
        Path wrong = Files.writeString(directory.resolve("wrong.yaml"), "block-size: 3\nno-such-key: 1\n");
        ForereadTool run = node.run("attach", "--config", wrong.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("block-size: '3' is not allowed", "no-such-key", "was not attached");
        ForereadTool missing = node.run("attach", "--config", "missing.yaml");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.err())
                .contains(Path.of("missing.yaml").toAbsolutePath().toString());
        assertNothingIsLoaded();
    }

    @Test
    @Order(3)
    void anotherUserIsNamedTheUserOfTheNode() throws IOException {
        Assumptions.assumeTrue(Shell.isRoot() && Shell.has("setpriv"), "only root can run a command as another user");
        // The checkout may be in a directory that other users cannot read.
        Path readable = Files.createTempDirectory("foreread-attach-");
        try {
            Files.setPosixFilePermissions(readable, PosixFilePermissions.fromString("rwxr-xr-x"));
            Path jar = Files.copy(AgentJar.locate(), readable.resolve("foreread-agent.jar"));
            for (String command : List.of("attach", "detach", "status")) {
                ForereadTool run = ForereadTool.run(new ProcessBuilder(
                        "setpriv",
                        "--reuid=65534",
                        "--regid=65534",
                        "--clear-groups",
                        JAVA.resolve("bin/java").toString(),
                        "-jar",
                        jar.toString(),
                        command,
                        "--pid",
                        String.valueOf(process.pid())));
                assertThat(run.exitCode()).as(run.toString()).isEqualTo(3);
                assertThat(run.err()).contains("belongs to user root", "sudo -u root");
            }
        } finally {
            Shell.run("rm", "-r", readable.toString());
        }
        assertNothingIsLoaded();
    }

    private static void assertNothingIsLoaded() {
        assertThat(node.state()).isEmpty();
        assertThat(classes.resident(node)).isEmpty();
        JsonNode status = node.status();
        assertThat(status.get("loaded").asBoolean()).isFalse();
        assertThat(status.get("reason").asText()).contains("The agent is not loaded");
    }

    /** The JVM has the resident classes of this jar too, because it is the first one that is attached. */
    @Test
    @Order(4)
    void aJarThatIsOverwrittenDoesNotAffectItsAgent() throws IOException {
        Path jar = JarOfVersion.write(directory.resolve("overwritten.jar"), "7.3.0");
        byte[] next = Files.readAllBytes(JarOfVersion.write(directory.resolve("next.jar"), "7.4.0"));
        assertAttaches(jar, "7.3.0");
        // As cp does, and not by a new file of this name.
        Files.write(jar, new byte[next.length]);
        table.compact();
        table.assertThatRowsAreUnchanged();
        assertThat(node.metrics().sum("foreread_fills_total")).isPositive();
        assertThat(node.run("off").out()).contains("is off.");
        assertThat(node.detach().exitCode()).isZero();
        table.compact();
        Files.write(jar, next);
        assertAttaches(jar, "7.4.0");
        assertThat(node.detach().exitCode()).isZero();
        try (Stream<Path> temporary = Files.list(directory.resolveSibling("tmp"))) {
            assertThat(temporary)
                    .noneMatch(file -> file.getFileName().toString().startsWith("foreread"));
        }
        NodeTrace.assertNone(node, classes, directBytes);
    }

    @Test
    @Order(5)
    void aPackageUpgradeThroughALinkRunsTheNewJar() throws IOException {
        Path old = JarOfVersion.write(directory.resolve("foreread-agent-7.1.0.jar"), "7.1.0");
        Path link = Files.createSymbolicLink(directory.resolve("foreread-agent.jar"), old);
        assertAttaches(link, "7.1.0");

        ForereadTool second = node.attach(link);
        assertThat(second.exitCode()).isEqualTo(1);
        assertThat(second.err()).contains("Foreread 7.1.0 is already in process", "detach it first");
        assertThat(node.run(link, "off").out()).contains("is off.");
        assertThat(node.metrics().sum("foreread_read_ahead_enabled")).isZero();
        assertThat(node.run(link, "on").out()).contains("is on, mode auto.");

        assertThat(node.detach().exitCode()).isZero();
        Path upgraded = JarOfVersion.write(directory.resolve("foreread-agent-7.2.0.jar"), "7.2.0");
        Files.delete(link);
        Files.createSymbolicLink(link, upgraded);
        Files.delete(old);
        assertAttaches(link, "7.2.0");
        assertThat(node.detach().exitCode()).isZero();
        NodeTrace.assertNone(node, classes, directBytes);
    }

    private static void assertAttaches(Path jar, String version) {
        ForereadTool attached = node.attach(jar);
        assertThat(attached.exitCode()).as(attached.toString()).isZero();
        assertThat(node.state()).isEqualTo("attached " + version);
        JsonNode status = node.status();
        assertThat(status.get("version").asText()).isEqualTo(version);
        assertThat(status.get("state").asText()).isEqualTo("attached " + version);
        Scrape metrics = node.metrics();
        assertThat(metrics.sum("foreread_build_info", Map.of("version", version)))
                .isEqualTo(1);
    }

    /** A Java without the module jdk.attach, like a JRE, uses JNA from the class path of the node. */
    @Test
    @Order(6)
    void aJavaWithoutTheAttachApiAttachesToo() {
        List<String> jre = List.of("--limit-modules", "java.se,jdk.unsupported");
        String pid = String.valueOf(process.pid());
        ForereadTool attached = ForereadTool.runJar(
                JAVA,
                jre,
                AgentJar.locate(),
                "attach",
                "--pid",
                pid,
                "--config",
                node.config().toString());
        assertThat(attached.exitCode()).as(attached.toString()).isZero();
        ForereadTool status = ForereadTool.runJar(JAVA, jre, AgentJar.locate(), "status", "--pid", pid);
        assertThat(status.exitCode()).as(status.toString()).isZero();
        ForereadTool detached = ForereadTool.runJar(JAVA, jre, AgentJar.locate(), "detach", "--pid", pid);
        assertThat(detached.exitCode()).as(detached.toString()).isZero();
    }

    @Test
    @Order(7)
    void anAgentWithoutAPortIsAttachedAndSaysWhy() throws IOException {
        Path taken = Files.writeString(
                directory.resolve("taken.yaml"),
                "listen: 127.0.0.1:" + process.address().getPort() + "\n");
        ForereadTool attached = node.run("attach", "--config", taken.toString());
        assertThat(attached.exitCode()).as(attached.toString()).isZero();
        assertThat(attached.out()).contains("no metrics");
        assertThat(node.run("status").exitCode()).isZero();
        assertThat(node.detach().exitCode()).isZero();
    }

    @Test
    @Order(8)
    void noErrorIsLogged() {
        assertThat(process.errors()).isEmpty();
    }

    @Test
    @Order(9)
    void anAgentThatStartedWithTheNodeIsDetachedWithoutTrace() throws IOException {
        Path storage = NodeReleases.storage("attach-started", RELEASE);
        Path work = Files.createDirectory(storage.resolve("attach"));
        try (ChildJvmNode started = ChildJvmNode.of(RELEASE, storage).agent("").start()) {
            AttachableNode other = AttachableNode.of(
                    started, started.metricsAddress(), Files.createFile(work.resolve("foreread.yaml")));
            LoadedClasses loaded = new LoadedClasses(work);
            CompactedTable table = CompactedTable.create(other);
            table.compact();
            NodeTrace.assertPresent(other, loaded);
            assertThat(other.metrics().sum("foreread_fills_total")).isPositive();
            assertThat(other.run("status").out()).containsPattern("started +with the node");

            ForereadTool detached = other.detach();
            assertThat(detached.exitCode()).as(detached.toString()).isZero();
            table.compact();
            table.assertThatRowsAreUnchanged();
            NodeTrace.assertNone(other, loaded, directBytes);
            if (CurrentCode.missing().isEmpty())
                assertThat(CurrentCode.changedClasses(other, work.resolve("code")))
                        .isEmpty();

            Files.writeString(other.config(), "listen: " + other.endpoint().getAuthority() + "\n");
            assertThat(other.attach().exitCode()).isZero();
            assertThat(other.run("status").out()).contains("which was started with -javaagent");
            table.compact();
            assertThat(other.metrics().sum("foreread_fills_total")).isPositive();
            assertThat(started.errors()).isEmpty();
        }
    }

    /** The node reports a release that Foreread does not know; its classes are those of 4.1. */
    @Test
    @Order(10)
    void anUnknownReleaseIsRefusedAndNothingIsChanged() throws IOException {
        Path storage = NodeReleases.storage("attach-unknown", RELEASE);
        Path work = Files.createDirectory(storage.resolve("attach"));
        Path properties = work.resolve("org/apache/cassandra/config/version.properties");
        Files.createDirectories(properties.getParent());
        Files.writeString(properties, "CassandraVersion=9.0.1\n");
        // The boot class path comes before the jar of Cassandra.
        try (ChildJvmNode unknown = ChildJvmNode.of(RELEASE, storage)
                .jvmOptions("-Xbootclasspath/a:" + work)
                .start()) {
            AttachableNode other = AttachableNode.of(unknown, work);
            LoadedClasses loaded = new LoadedClasses(work);
            ForereadTool attached = other.attach();
            assertThat(attached.exitCode()).as(attached.toString()).isEqualTo(1);
            assertThat(attached.err()).contains("was not attached", "9.0.1");
            assertThat(NodeTrace.threads(other)).isEmpty();
            assertThat(NodeTrace.beans(other)).isEmpty();
            NodeTrace.awaitCollected(other, loaded);
            if (CurrentCode.missing().isEmpty())
                assertThat(CurrentCode.changedClasses(other, work.resolve("code")))
                        .isEmpty();
            assertThat(unknown.errors()).isEmpty();
        }
    }
}
