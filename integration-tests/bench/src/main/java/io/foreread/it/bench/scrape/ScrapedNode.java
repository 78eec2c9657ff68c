package io.foreread.it.bench.scrape;

import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.NodeThreads;
import io.foreread.it.bench.load.PerThread;
import io.foreread.it.bench.load.ProcessCpu;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.ChildProcesses;
import io.foreread.it.fixture.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node with one exporter. */
final class ScrapedNode implements AutoCloseable {
    private static final String HOST = BenchNode.HOST;
    private static final long STOP_SECONDS = 5;

    private final ChildJvmNode node;
    private final ExporterVariant contender;
    private final URI endpoint;
    /** The process of the standalone exporter; null with other exporters. */
    private final @Nullable Process exporter;

    private ScrapedNode(ChildJvmNode node, ExporterVariant contender, URI endpoint, @Nullable Process exporter) {
        this.node = node;
        this.contender = contender;
        this.endpoint = endpoint;
        this.exporter = exporter;
    }

    /** @param storage the storage of the node, which already contains the data */
    static ScrapedNode start(
            CassandraVersion release, ExporterVariant contender, Path storage, PeerFiles peers, Path standaloneJar) {
        ChildJvmNodeBuilder builder = BenchNode.builder(release, storage);
        int port = FreePorts.find(HOST, 1).get(0);
        URI endpoint = URI.create("http://" + HOST + ":" + port + "/metrics");
        switch (contender.kind()) {
            case NONE, FOREREAD_STANDALONE -> {}
            case FOREREAD ->
                builder.agent((contender.setting().isEmpty() ? "" : contender.setting() + ",") + "listen=" + HOST + ":"
                        + port);
            case JAVA_AGENT, COLLECTOR -> builder.jvmOptions(peers.javaAgent(contender, port));
        }
        ChildJvmNode node = builder.start();
        if (contender.kind() != ExporterVariant.Kind.FOREREAD_STANDALONE)
            return new ScrapedNode(node, contender, endpoint, null);
        try {
            return new ScrapedNode(node, contender, endpoint, standalone(node, port, storage, standaloneJar));
        } catch (RuntimeException e) {
            node.kill();
            throw e;
        }
    }

    private static Process standalone(ChildJvmNode node, int port, Path storage, Path jar) {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-jar",
                jar.toString(),
                "--jmx",
                HOST + ":" + node.jmxPort(),
                "--listen",
                HOST + ":" + port);
        builder.redirectErrorStream(true)
                .redirectOutput(storage.resolve("logs/exporter.log").toFile());
        try {
            Process process = builder.start();
            ChildProcesses.add(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + jar, e);
        }
    }

    ChildJvmNode node() {
        return node;
    }

    boolean hasExporter() {
        return contender.kind() != ExporterVariant.Kind.NONE;
    }

    Body scrape() {
        return Body.of(endpoint);
    }

    RemoteClient remoteClient() {
        return RemoteClient.start(endpoint);
    }

    NodeCpu nodeCpu() {
        return new NodeCpu(node.pid());
    }

    PerThread exporterCpuNanos() {
        return exporter == null ? new PerThread(Map.of()) : ProcessCpu.nanos(exporter.pid());
    }

    NodeThreads exporterThreads() {
        return new NodeThreads(node.jmx(), contender.kind().threads());
    }

    @Override
    public void close() {
        if (exporter != null) ChildProcesses.stop(exporter, STOP_SECONDS);
        // A normal shutdown would only write data that is deleted afterwards.
        node.kill();
    }
}
