package io.foreread.agent.command.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attaches to JVMs that are no nodes, with the attach API of the JDK and with Byte Buddy's client. */
class NodeJvmTest {
    @TempDir
    private Path directory;

    @Test
    void theRequestNamesTheJarAndTheArguments() throws Exception {
        try (ScriptedNode node = ScriptedNode.start("-Dscript.answer=ok done", "-Dscript.states=attached 9.9")) {
            NodeJvm jvm = new NodeJvm(NodeProcess.cassandra(node.pid()));
            assertThat(jvm.state().kind()).isEqualTo(AgentState.Kind.ABSENT);

            Path jar = ScriptedNode.agentJar(directory);
            AgentAnswer answer = jvm.attachAgent(jar, "config=/a b/c;d.yaml");
            assertThat(answer.kind()).isEqualTo(AgentAnswer.Kind.OK);
            assertThat(answer.message()).isEqualTo("done");
            assertThat(jvm.systemProperties().getProperty("script.request"))
                    .isEqualTo("foreread-command=attach;id=ID;jar=" + jar + ";arguments=config=/a b/c;d.yaml");
            assertThat(jvm.state()).hasToString("attached 9.9");

            jvm.detachAgent(jar);
            assertThat(jvm.systemProperties().getProperty("script.request")).isEqualTo("foreread-command=detach;id=ID");
        }
    }

    @Test
    void anAgentThatDoesNotAnswerIsReported() throws Exception {
        try (ScriptedNode node = ScriptedNode.start()) {
            NodeJvm jvm = new NodeJvm(NodeProcess.cassandra(node.pid()));
            Path jar = ScriptedNode.agentJar(directory);
            assertThatThrownBy(() -> jvm.attachAgent(jar, ""))
                    .isInstanceOf(NodeAccessException.class)
                    .hasMessageContaining("has not answered");
        }
    }

    @Test
    void aRequestThatTheProtocolCannotTransmitIsNotSent() throws Exception {
        try (ScriptedNode node = ScriptedNode.start("-Dscript.answer=ok done")) {
            NodeJvm jvm = new NodeJvm(NodeProcess.cassandra(node.pid()));
            Path jar = ScriptedNode.agentJar(directory);
            int rest = jar.toString().length() * 2 + "=foreread-command=attach;id=;jar=;arguments=".length() + 36;
            assertThat(jvm.attachAgent(jar, "x".repeat(1024 - rest)).kind()).isEqualTo(AgentAnswer.Kind.OK);
            assertThatThrownBy(() -> jvm.attachAgent(jar, "x".repeat(1025 - rest)))
                    .isInstanceOf(NodeAccessException.class)
                    .hasMessageContaining("1025 bytes");
            Path odd = Files.createDirectory(directory.resolve("a=b"));
            assertThatThrownBy(() -> jvm.attachAgent(ScriptedNode.agentJar(odd), ""))
                    .isInstanceOf(NodeAccessException.class)
                    .hasMessageContaining("contains '='");
        }
    }

    @Test
    void aJvmThatLoadsNoAgentsIsReported() throws Exception {
        Path flags = Files.writeString(directory.resolve("flags"), "-XX:-EnableDynamicAgentLoading\n");
        for (String option : new String[] {"-XX:-EnableDynamicAgentLoading", "@" + flags}) {
            try (ScriptedNode node = ScriptedNode.start(option, "-Dscript.answer=ok done")) {
                NodeJvm jvm = new NodeJvm(NodeProcess.cassandra(node.pid()));
                Path jar = ScriptedNode.agentJar(directory);
                assertThatThrownBy(() -> jvm.attachAgent(jar, ""))
                        .isInstanceOf(NodeAccessException.class)
                        .hasMessageContaining("-XX:-EnableDynamicAgentLoading")
                        .hasMessageContaining("-javaagent");
            }
        }
    }

    @Test
    void aJvmWithoutTheAttachMechanismIsReported() throws Exception {
        try (ScriptedNode node = ScriptedNode.start("-XX:+DisableAttachMechanism")) {
            NodeJvm jvm = new NodeJvm(NodeProcess.cassandra(node.pid()));
            assertThatThrownBy(jvm::state)
                    .isInstanceOf(NodeAccessException.class)
                    .hasMessageContaining("-XX:+DisableAttachMechanism")
                    .hasMessageContaining("-javaagent");
        }
    }

    /** SIGQUIT, with which a client asks for the socket, ends a JVM that does not handle it. */
    @Test
    void aJvmThatDoesNotHandleTheSignalIsNotEnded() throws Exception {
        try (ScriptedNode node = ScriptedNode.start("-Xrs")) {
            NodeProcess process = NodeProcess.cassandra(node.pid());
            Path socket = Path.of("/tmp/.java_pid" + node.pid());
            // HotSpot opens the socket at the start if it cannot be asked for it.
            assertThat(process.canBeAskedForItsSocket()).isEqualTo(Files.exists(socket));
            Files.deleteIfExists(socket);
            assertThatThrownBy(new NodeJvm(process)::state)
                    .isInstanceOf(NodeAccessException.class)
                    .hasMessageContaining("-Xrs");
            assertThat(ProcessHandle.of(node.pid())).isPresent();
        }
    }

    @Test
    void byteBuddysClientHasTheSameEffectAsTheAttachApi() throws Exception {
        Path jna = jna();
        try (ScriptedNode node =
                ScriptedNode.start(List.of(jna), "-Dscript.answer=ok done", "-Dscript.states=attached 9.9")) {
            NodeProcess process = NodeProcess.cassandra(node.pid());
            try (AttachedJvm jvm = EmulatedAttach.to(process, "restart it")) {
                jvm.loadAgent(ScriptedNode.agentJar(directory), "foreread-command=detach;id=1");
                assertThat(jvm.systemProperties())
                        .containsEntry("io.foreread.answer", "1 ok done")
                        .containsEntry(
                                "java.class.path",
                                Path.of("target/test-classes").toAbsolutePath() + ":" + jna);
                assertThat(jvm.startLocalManagementAgent()).startsWith("service:jmx:rmi:");
            }
        }
    }

    @Test
    void withoutTheAttachApiANodeWithoutJnaIsReported() throws Exception {
        try (ScriptedNode node = ScriptedNode.start()) {
            NodeProcess process = NodeProcess.cassandra(node.pid());
            assertThatThrownBy(() -> EmulatedAttach.to(process, "restart it"))
                    .isInstanceOf(NodeAccessException.class)
                    .hasMessageContaining("no JNA")
                    .hasMessageEndingWith("run the command with a JDK, or restart it");
        }
    }

    @Test
    void aClassPathEntryWithAnAsteriskStandsForTheJarsOfItsDirectory() throws Exception {
        Path lib = Files.createDirectory(directory.resolve("lib"));
        Path jna = Files.copy(jna(), lib.resolve("jna-4.2.2.jar"));
        Files.writeString(lib.resolve("readme.txt"), "no jar");
        try (ScriptedNode node = ScriptedNode.start(List.of(lib.resolve("*")))) {
            assertThat(NodeProcess.cassandra(node.pid()).classPath())
                    .containsExactly(Path.of("target/test-classes").toAbsolutePath(), jna);
        }
    }

    private static Path jna() throws IOException {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> entry.getFileName().toString().matches("jna-\\d.*\\.jar"))
                .findFirst()
                .orElseThrow(() -> new IOException("Cassandra's class path has JNA"));
    }
}
