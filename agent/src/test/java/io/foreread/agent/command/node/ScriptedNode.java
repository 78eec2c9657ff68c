package io.foreread.agent.command.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A JVM that looks like a Cassandra node to the command, and whose agent answers as its system properties say: {@code
 * script.answer} has the kind and the message of the answer, {@code script.states} the states that follow, with a bar in
 * between.
 */
public final class ScriptedNode implements AutoCloseable {
    private static final long STATE_MILLIS = 700;

    private final Process process;

    private ScriptedNode(Process process) {
        this.process = process;
    }

    /** @param options options of the JVM */
    public static ScriptedNode start(String... options) throws IOException {
        return start(List.of(), options);
    }

    /** @param jars jars that are added to the class path */
    public static ScriptedNode start(List<Path> jars, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx64m"));
        command.addAll(Arrays.asList(options));
        List<String> classPath = new ArrayList<>();
        classPath.add(Path.of("target/test-classes").toAbsolutePath().toString());
        jars.forEach(jar -> classPath.add(jar.toString()));
        command.addAll(List.of("-cp", String.join(":", classPath), ScriptedNode.class.getName()));
        command.add("org.apache.cassandra.service.CassandraDaemon");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        ScriptedNode node = new ScriptedNode(process);
        if (process.getInputStream().read() != 'r') {
            node.close();
            throw new IOException("the JVM did not start: " + command);
        }
        return node;
    }

    public long pid() {
        return process.pid();
    }

    /** Writes the jar of an agent whose class the scripted node has in its class path. */
    public static Path agentJar(Path directory) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", ScriptedNode.class.getName());
        manifest.getMainAttributes().putValue("Premain-Class", ScriptedNode.class.getName());
        Path jar = directory.resolve("foreread-agent.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The node: runs until its standard input ends. */
    public static void main(String[] arguments) throws IOException {
        System.out.print('r');
        System.out.flush();
        try (InputStream in = System.in) {
            in.read();
        }
    }

    /** The agent of {@code -javaagent}, which does nothing. */
    public static void premain(String arguments) {}

    /** The agent, called by the JVM of the node. */
    public static void agentmain(String arguments) {
        String id = arguments.replaceFirst(".*;id=([^;]*).*", "$1");
        String[] states = System.getProperty("script.states", "").split("\\|");
        System.setProperty("script.request", arguments.replace(id, "ID"));
        System.setProperty("io.foreread.state", states[0]);
        if (System.getProperty("script.answer") != null)
            System.setProperty("io.foreread.answer", id + " " + System.getProperty("script.answer"));
        Thread rest = new Thread(() -> {
            for (int i = 1; i < states.length; i++) {
                try {
                    // Each state lasts long enough for the command to read it.
                    Thread.sleep(STATE_MILLIS);
                } catch (InterruptedException e) {
                    return;
                }
                System.setProperty("io.foreread.state", states[i]);
            }
        });
        rest.setDaemon(true);
        rest.start();
    }
}
