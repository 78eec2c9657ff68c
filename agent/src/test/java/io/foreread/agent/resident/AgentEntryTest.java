package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.ForereadAgent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentEntryTest {
    private static final String COMMAND = "sun.java.command";

    private final String program = System.getProperty(COMMAND);
    private final PrintStream stderr = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void simulateANode() {
        System.clearProperty(AgentEntry.STATE);
        System.clearProperty(AgentEntry.ANSWER);
        System.setProperty(COMMAND, "org.apache.cassandra.service.CassandraDaemon");
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setErr(stderr);
        System.clearProperty(AgentEntry.STATE);
        System.clearProperty(AgentEntry.ANSWER);
        if (program == null) System.clearProperty(COMMAND);
        else System.setProperty(COMMAND, program);
    }

    @Test
    void nothingHappensInAnotherProgramThatInheritsTheOption() {
        System.setProperty(COMMAND, "org.apache.cassandra.tools.NodeTool status");
        ForereadAgent.premain("listen=off", null);
        assertThat(System.getProperty(AgentEntry.STATE)).isNull();
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void secondAgentInTheSameJvmDoesNothingAndSaysSo() {
        System.setProperty(AgentEntry.STATE, "detached");
        ForereadAgent.premain(null, null);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .isEqualToNormalizingNewlines(
                        "foreread: the agent was loaded before in this JVM; this second copy does nothing\n");
        assertThat(System.getProperty(AgentEntry.STATE)).isEqualTo("detached");
    }

    /** The classes of this test are in a directory, and not in a jar. */
    @Test
    void startWithoutAJarIsReportedAndThrowsNothing() {
        ForereadAgent.premain(null, null);
        assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("foreread: there is no jar ");
        assertThat(System.getProperty(AgentEntry.STATE)).isEqualTo("detached");
    }

    @Test
    void commandsAreAnsweredWithTheirId() {
        assertThat(answer("foreread-command=detach;id=7f")).isEqualTo("7f refused Foreread is not attached");
        assertThat(answer("foreread-command=attach;id=8;jar=/nonexistent/agent.jar;arguments="))
                .isEqualTo("8 refused there is no jar /nonexistent/agent.jar here");
        assertThat(answer("foreread-command=restart;id=9"))
                .isEqualTo("9 refused the agent in this JVM does not know this command");
        assertThat(answer("listen=off")).startsWith("- refused there is no jar ");
    }

    @Test
    void answersOfTheLastCommandsOfAllProcessesCanBeRead() {
        for (int i = 0; i < 10; i++) ForereadAgent.agentmain("foreread-command=detach;id=" + i, null);
        assertThat(System.getProperty(AgentEntry.ANSWER).lines().map(line -> line.split(" ")[0]))
                .containsExactly("9", "8", "7", "6", "5", "4", "3", "2");
    }

    private static String answer(String command) {
        ForereadAgent.agentmain(command, null);
        return System.getProperty(AgentEntry.ANSWER).lines().findFirst().orElseThrow();
    }

    @Test
    void commandsAreRefusedInAnotherProgram() {
        System.setProperty(COMMAND, "org.example.Main");
        ForereadAgent.agentmain("foreread-command=attach;id=1;jar=/a.jar", null);
        assertThat(System.getProperty(AgentEntry.ANSWER)).isEqualTo("1 refused this JVM is not a Cassandra node");
        assertThat(System.getProperty(AgentEntry.STATE)).isNull();
    }
}
