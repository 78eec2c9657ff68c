package io.foreread.it.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.ForereadTool;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Shell;
import io.foreread.it.node.NodeReleases;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attaches the agent to a node in a container, as docs/operations.md describes: by {@code docker exec} and by {@code
 * nsenter}. The Java in most of these containers is a JRE, which has no attach API.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("cells")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AttachContainerIT {
    private static final String JAR = "/tmp/foreread-agent.jar";
    private static final String KEYSPACE = "attach";
    private static final String TABLE = KEYSPACE + ".compacted";

    /** @param java the feature number of a Java from a Debian package; 0 for the JDK of this machine */
    private record Cell(CassandraRelease release, int java) {
        @Override
        public String toString() {
            return release + (java == 0 ? "" : " on Java " + java);
        }
    }

    private static ContainerNode node;
    private static RowDigest rows;

    private final Cell cell;

    AttachContainerIT(Cell cell) {
        this.cell = cell;
    }

    static Stream<Cell> cells() {
        Cell usual = new Cell(CassandraRelease.newestOf("4.1"), 11);
        if (!Full.isAskedFor()) return Stream.of(usual);
        return Stream.of(
                        new Cell(CassandraRelease.newestOf("3.11"), 8),
                        new Cell(CassandraRelease.newestOf("4.0"), 8),
                        new Cell(CassandraRelease.newestOf("4.1"), 8),
                        usual,
                        new Cell(CassandraRelease.LAST_WITHOUT_NATIVE, 11),
                        new Cell(CassandraRelease.newestOf("5.0"), 0),
                        new Cell(CassandraRelease.newestOf("6.0"), 21))
                .filter(cell -> CassandraRelease.all().contains(cell.release()));
    }

    @BeforeParameterizedClassInvocation
    static void start(Cell cell) {
        Assumptions.assumeTrue(CassandraRelease.all().contains(cell.release()), "not selected by -Dcassandra.lines");
        (cell.java() == 0 ? CassandraImages.missing() : CassandraImages.missingJava())
                .ifPresent(why -> Assumptions.assumeTrue(false, why));
        Assumptions.assumeTrue(CassandraImages.javaIsSelectable(), "the paths in other images are not known");
        Assumptions.assumeTrue(Shell.has("docker"), "no docker command: install docker.io");
        ContainerNodeBuilder builder = ContainerNode.of(
                        cell.release(), NodeReleases.storage("attach-container", cell.release()))
                .heap("512m", "512m");
        // Foreread takes over from the native read-ahead under mmap.
        if (cell.release().hasNativeReadAhead()) builder.diskAccessMode("mmap");
        if (cell.java() != 0) builder.java(cell.java());
        node = builder.start();
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, false);
        DeterministicRows writer = new DeterministicRows(node.session(), TABLE, 1000);
        writer.createTable("compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
        writer.write(0, 4000, 0);
        node.jmx().flush(KEYSPACE);
        node.jmx().setCompactionThroughput(0);
        rows = RowDigest.of(node.session(), TABLE);
        Shell.run("docker", "cp", AgentJar.locate().toString(), node.id() + ":" + JAR);
        Shell.run("docker", "exec", "--user", "0", node.id(), "chmod", "644", JAR);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
        node = null;
    }

    @Test
    @Order(1)
    void fromOutsideTheCommandNamesTheRecipe() {
        Assumptions.assumeTrue(Shell.isRoot(), "only root can attach to the process of a container from outside");
        ForereadTool run = ForereadTool.run("attach", "--pid", String.valueOf(node.pid()));
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(3);
        assertThat(run.err()).contains("docker exec");
    }

    @Test
    @Order(2)
    void dockerExecAttachesAndDetaches() {
        attachesAndDetaches(List.of("docker", "exec", node.id()));
    }

    @Test
    @Order(3)
    void nsenterAttachesAndDetaches() {
        Assumptions.assumeTrue(Shell.isRoot() && Shell.has("nsenter"), "only root can use nsenter");
        attachesAndDetaches(List.of("nsenter", "--target", String.valueOf(node.pid()), "--mount", "--pid", "--net"));
    }

    private void attachesAndDetaches(List<String> inContainer) {
        String directory = cell.java() == 0
                ? "/opt/java/bin"
                : Shell.run(
                        "docker",
                        "exec",
                        node.id(),
                        "sh",
                        "-c",
                        "echo /usr/lib/jvm/java-" + cell.java() + "-openjdk-*/bin");
        String java = directory + "/java";
        ForereadTool attached = run(inContainer, java, "attach");
        assertThat(attached.exitCode()).as(attached.toString()).isZero();
        ForereadTool status = run(inContainer, java, "status");
        assertThat(status.exitCode()).as(status.toString()).isZero();

        long before = fills();
        node.jmx().majorCompact(KEYSPACE);
        assertThat(fills()).isGreaterThan(before);
        assertThat(RowDigest.of(node.session(), TABLE)).isEqualTo(rows);

        ForereadTool detached = run(inContainer, java, "detach");
        assertThat(detached.exitCode()).as(detached.toString()).isZero();
        node.jmx().majorCompact(KEYSPACE);
        assertThat(RowDigest.of(node.session(), TABLE)).isEqualTo(rows);
        assertThat(node.errors()).isEmpty();
    }

    private static long fills() {
        return node.jmx().getAttribute(NodeJmx.READ_AHEAD, "Fills");
    }

    private static ForereadTool run(List<String> inContainer, String java, String command) {
        List<String> line = new ArrayList<>(inContainer);
        line.addAll(List.of(java, "-XX:TieredStopAtLevel=1", "-jar", JAR, command));
        return ForereadTool.run(new ProcessBuilder(line));
    }
}
