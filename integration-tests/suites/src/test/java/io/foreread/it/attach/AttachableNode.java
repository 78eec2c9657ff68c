package io.foreread.it.attach;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ForereadTool;
import io.foreread.it.fixture.FreePorts;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** A node to which the command of the agent's jar attaches the agent, in a separate JVM. */
record AttachableNode(ChildJvmNode node, URI endpoint, Path config) {
    private static final Path JAVA = Path.of(System.getProperty("java.home"));
    private static final String STATE = "io.foreread.state";

    /**
     * Writes the configuration of the agent.
     *
     * @param directory the directory for the file
     */
    static AttachableNode of(ChildJvmNode node, Path directory) {
        int port = FreePorts.find("127.0.0.1", 1).get(0);
        try {
            Path config = Files.writeString(directory.resolve("foreread.yaml"), "listen: 127.0.0.1:" + port + "\n");
            return new AttachableNode(node, URI.create("http://127.0.0.1:" + port + "/metrics"), config);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ForereadTool attach() {
        return attach(AgentJar.locate());
    }

    ForereadTool attach(Path jar) {
        return run(jar, "attach", "--config", config.toString());
    }

    ForereadTool detach(String... options) {
        return run("detach", options);
    }

    /** Runs a command of the jar of the build. */
    ForereadTool run(String command, String... options) {
        return run(AgentJar.locate(), command, options);
    }

    ForereadTool run(Path jar, String command, String... options) {
        List<String> arguments = new ArrayList<>(List.of(command, "--pid", String.valueOf(node.pid())));
        arguments.addAll(List.of(options));
        return ForereadTool.runJar(JAVA, List.of(), jar, arguments.toArray(String[]::new));
    }

    JsonNode status() {
        ForereadTool status = run("status", "--json");
        try {
            return new ObjectMapper().readTree(status.out());
        } catch (IOException e) {
            throw new AssertionError(status.toString(), e);
        }
    }

    /** The system property in which the agent reports its state; "" if it is not set. */
    String state() {
        TabularData properties = node.jmx().getAttribute(NodeJmx.name("java.lang:type=Runtime"), "SystemProperties");
        CompositeData state = properties.get(new Object[] {STATE});
        return state == null ? "" : (String) state.get("value");
    }

    Scrape metrics() {
        return Scrape.from(endpoint);
    }
}
