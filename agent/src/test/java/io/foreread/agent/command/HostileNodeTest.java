package io.foreread.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.DynamicMBean;
import javax.management.MBeanInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command in a process of its own against a node that answers with an object of a class of its choice. */
class HostileNodeTest {
    @TempDir
    private Path directory;

    private AgentOverJmx node;

    @BeforeEach
    void start() throws Exception {
        node = new AgentOverJmx(agent(), Map.of());
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
    }

    @Test
    void theClassIsNotDeserialized() throws Exception {
        String output = switchOff(List.of());
        assertThat(directory.resolve("deserialized")).as(output).doesNotExist();
        assertThat(output).contains("filter status: REJECTED");
    }

    /** Shows that the other test can fail. */
    @Test
    void theClassIsDeserializedWithoutTheFilter() throws Exception {
        String output = switchOff(List.of("-Djdk.serialFilter=*"));
        assertThat(directory.resolve("deserialized")).as(output).exists();
    }

    private String switchOff(List<String> jvmOptions) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(jvmOptions);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                ForereadCommand.class.getName(),
                "off",
                "--jmx",
                node.address()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    /** An MBean whose attributes all have the same value. */
    private DynamicMBean agent() {
        return (DynamicMBean) Proxy.newProxyInstance(
                HostileNodeTest.class.getClassLoader(),
                new Class<?>[] {DynamicMBean.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getMBeanInfo" -> new MBeanInfo("agent", "", null, null, null, null);
                    case "getAttribute" ->
                        new Hostile(directory.resolve("deserialized").toString());
                    default -> null;
                });
    }

    /** Creates a file when it is deserialized. */
    private static final class Hostile implements Serializable {
        private static final long serialVersionUID = 1;

        private final String file;

        Hostile(String file) {
            this.file = file;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            Files.createFile(Path.of(file));
        }
    }
}
