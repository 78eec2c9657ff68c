package io.foreread.it.bench.scrape;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * An agent that runs newer versions of jmx_exporter's collector, which are not published as an agent. It starts the
 * unchanged collector and the HTTP server of the Prometheus client library in a separate class loader. This agent is
 * the only class of this project in the node.
 */
public final class CollectorAgent {
    static final String SERVER = "io.prometheus:prometheus-metrics-exporter-httpserver:1.9.0";

    private CollectorAgent() {}

    /** Writes the jar of this agent, for {@code -javaagent}. */
    static void write(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", CollectorAgent.class.getName());
        String name = CollectorAgent.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var in = CollectorAgent.class.getResourceAsStream("/" + name)) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
            out.closeEntry();
        }
    }

    /**
     * Returns the arguments of the agent.
     *
     * @param libraries a file that lists the jars of the collector and the HTTP server, one per line
     */
    static String arguments(int port, Path configuration, Path libraries) {
        return port + "," + configuration + "," + libraries;
    }

    /** @param arguments the result of {@link #arguments} */
    public static void premain(String arguments) throws ReflectiveOperationException, IOException {
        String[] parts = arguments.split(",");
        List<URL> jars = new ArrayList<>();
        for (String jar : Files.readAllLines(Path.of(parts[2])))
            jars.add(Path.of(jar).toUri().toURL());
        ClassLoader loader = new URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        Object collector = loader.loadClass("io.prometheus.jmx.JmxCollector")
                .getConstructor(File.class)
                .newInstance(new File(parts[1]));
        collector.getClass().getMethod("register").invoke(collector);
        Class<?> server = loader.loadClass("io.prometheus.metrics.exporter.httpserver.HTTPServer");
        Object builder = server.getMethod("builder").invoke(null);
        builder.getClass().getMethod("hostname", String.class).invoke(builder, "127.0.0.1");
        builder.getClass().getMethod("port", int.class).invoke(builder, Integer.parseInt(parts[0]));
        builder.getClass().getMethod("buildAndStart").invoke(builder);
    }
}
