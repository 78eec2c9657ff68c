package io.foreread.it.bench.scrape;

import io.foreread.it.fixture.MavenJars;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The jars and configurations of other exporters. */
final class PeerFiles {
    private static final String GROUP = "io.prometheus.jmx:";
    /** The collector uses it only for TLS. Maven Central has not always had all of its dependencies. */
    private static final String TLS_GROUP = "io.github.hakky54";

    private final Path directory;

    /** @param directory the directory for configurations and the agent of the collector */
    PeerFiles(Path directory) {
        this.directory = directory;
    }

    /** The JVM option that runs the exporter in a node, with its endpoint at this port of 127.0.0.1. */
    String javaAgent(ExporterVariant contender, int port) {
        try {
            Files.createDirectories(directory);
            Path config = configuration(contender.config());
            if (contender.kind() == ExporterVariant.Kind.COLLECTOR) return collector(contender.setting(), port, config);
            Path jar = MavenJars.withDependencies(List.of(GROUP + "jmx_prometheus_javaagent:" + contender.setting()))
                    .get(0);
            return "-javaagent:" + jar + "=127.0.0.1:" + port + ":" + config;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + directory, e);
        }
    }

    private String collector(String version, int port, Path config) throws IOException {
        Path agent = directory.resolve("collector-agent.jar");
        CollectorAgent.write(agent);
        Path libraries = directory.resolve("collector-" + version + ".txt");
        Files.write(
                libraries,
                MavenJars.withDependencies(
                                List.of(GROUP + "collector:" + version, CollectorAgent.SERVER), List.of(TLS_GROUP))
                        .stream()
                        .map(Path::toString)
                        .toList());
        return "-javaagent:" + agent + "=" + CollectorAgent.arguments(port, config, libraries);
    }

    private Path configuration(String example) throws IOException {
        Path file = directory.resolve(example + ".yml");
        Files.writeString(file, resource("jmx_exporter_" + example + ".yml") + resource("jmx_exporter_rules.yml"));
        return file;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = PeerFiles.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
