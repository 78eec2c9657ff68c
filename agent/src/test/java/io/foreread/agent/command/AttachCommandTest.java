package io.foreread.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.command.node.ScriptedNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs {@code attach} and {@code detach} against JVMs whose agent answers as the test says. */
class AttachCommandTest {
    @TempDir
    private Path directory;

    private Path jar;

    @BeforeEach
    void writeJar() throws IOException {
        jar = ScriptedNode.agentJar(directory);
    }

    @Test
    void attachPrintsTheAnswerOfTheNode() throws IOException {
        try (ScriptedNode node = node("ok Foreread 9.9 is attached", "attached 9.9")) {
            CommandRun run = run("attach", node);
            assertThat(run.err()).isEmpty();
            assertThat(run.out())
                    .matches("process \\d+: Foreread 9.9 is attached \\(\\d+\\.\\d s\\)\\RSettings: the defaults\\R");
            assertThat(run.exitCode()).isZero();

            CommandRun again = run("attach", node);
            assertThat(again.exitCode()).isEqualTo(1);
            assertThat(again.err())
                    .contains(
                            "Foreread 9.9 is already in process " + node.pid(), "foreread detach --pid " + node.pid());
        }
    }

    @Test
    void aRelativeConfigurationFileIsMadeAbsoluteAndPrinted() throws IOException {
        Path file = Path.of("target").resolve("attach-" + System.nanoTime() + ".yaml");
        Files.writeString(file, "read-ahead: auto\n");
        try (ScriptedNode node = node("ok done", "attached 9.9")) {
            CommandRun run = run("attach", node, "--config", file.toString());
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).contains("Settings: " + file.toAbsolutePath());
            assertThat(run.exitCode()).isZero();
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void systemPropertiesOfTheNodeArePartOfTheSettings() throws IOException {
        try (ScriptedNode node = ScriptedNode.start("-Dscript.answer=ok done", "-Dforeread.block-size=128KiB")) {
            assertThat(run("attach", node).out())
                    .contains("Settings: the defaults, and the system properties foreread.* of the node");
        }
    }

    @Test
    void argumentsOfTheNodesAgentThatDoNotApplyAreReported() throws IOException {
        Path file = Files.writeString(directory.resolve("foreread.yaml"), "read-ahead: auto\n");
        String option = "-javaagent:" + jar + "=config=" + file;
        try (ScriptedNode node = ScriptedNode.start(option + ",listen=off", "-Dscript.answer=ok done")) {
            CommandRun run = run("attach", node, "--config", file.toString());
            assertThat(run.err()).contains("do not apply to an attach: config=" + file + ",listen=off. To keep them");
            assertThat(run.exitCode()).isZero();
        }
        try (ScriptedNode node = ScriptedNode.start(option, "-Dscript.answer=ok done")) {
            assertThat(run("attach", node, "--config", file.toString()).err()).isEmpty();
        }
        try (ScriptedNode node = ScriptedNode.start("-javaagent:" + jar, "-Dscript.answer=ok done")) {
            assertThat(run("attach", node).err()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "block-size: 3  | block-size: '3' is not allowed",
                "enabled: false | enabled: false switches the agent off",
            })
    void wrongSettingsAreReportedAndTheNodeIsNotChanged(String line, String problem) throws IOException {
        Path file = Files.writeString(directory.resolve("foreread.yaml"), line + "\n");
        try (ScriptedNode node = node("ok done", "attached 9.9")) {
            CommandRun run = run("attach", node, "--config", file.toString());
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains(problem, "The agent was not attached");
            assertThat(run("detach", node).err()).contains("not loaded");
        }
    }

    @Test
    void aMissingFileAndWrongSystemPropertiesOfTheNodeAreReported() throws IOException {
        try (ScriptedNode node = ScriptedNode.start("-Dscript.answer=ok done", "-Dforeread.listen=here")) {
            assertThat(run("attach", node).err()).contains("listen: 'here' is not allowed");
            CommandRun missing = run("attach", node, "--config", "/no/such.yaml");
            assertThat(missing.exitCode()).isEqualTo(1);
            assertThat(missing.err()).contains("/no/such.yaml");
            CommandRun comma = run("attach", node, "--config", "/a,b.yaml");
            assertThat(comma.exitCode()).isEqualTo(2);
            assertThat(comma.err()).contains("must not contain a comma");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "refused this release is not known  | not attached to process \\d+: this release is not known",
                "failed no hook was applied         | no hook was applied\\R.*was undone",
            })
    void anAttachThatTheNodeDoesNotCompleteHasExitCode1(String answer, String message) throws IOException {
        try (ScriptedNode node = node(answer, "detached")) {
            CommandRun run = run("attach", node);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).containsPattern(message);
            assertThat(run.out()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "attaching                            | attach | present state: attaching",
                "attaching                            | detach | present state: attaching",
                "detaching 9.9; 1 scan is open        | attach | present state: detaching 9.9; 1 scan is open",
                "incomplete 9.9; the port is in use   | attach | not complete (the port is in use). Repeat it first",
                "detached                             | detach | The agent is not in process",
            })
    void aCommandThatDoesNotFitTheStateIsRefused(String state, String command, String message) throws IOException {
        try (ScriptedNode node = ScriptedNode.start("-Dio.foreread.state=" + state, "-Dscript.answer=ok done")) {
            CommandRun run = run(command, node);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains(message);
        }
    }

    @Test
    void detachPrintsTheNumberOfOpenScansAndReturnsWhenTheyHaveEnded() throws IOException {
        try (ScriptedNode node = attached(
                "ok 2 scans are open", "detaching 9.9; 2 scans are open|detaching 9.9; 1 scan is open|detached")) {
            CommandRun run = run("detach", node);
            assertThat(run.exitCode()).isZero();
            assertThat(run.err()).contains("detaching from process " + node.pid() + ": 2 scans are open (0 s)");
            assertThat(run.out()).contains("Foreread 9.9 is detached from process " + node.pid());
        }
    }

    @Test
    void detachSaysWhichThreadsKeepTheAgentInMemory() throws IOException {
        try (ScriptedNode node =
                attached("ok done", "detached; its memory is freed when these threads end: a-thread")) {
            CommandRun run = run("detach", node);
            assertThat(run.exitCode()).isZero();
            assertThat(run.out())
                    .isEqualToNormalizingNewlines("Foreread 9.9 is detached from process " + node.pid()
                            + "; its memory is freed when these threads end: a-thread.\n");
        }
    }

    @Test
    void detachStopsWaitingAtTheLimitAndCanBeContinued() throws IOException {
        try (ScriptedNode node =
                attached("ok 1 scan is open", "detaching 9.9; 1 scan is open|detaching 9.9; 1 scan is open|detached")) {
            CommandRun run = run("detach", node, "--wait", "0");
            assertThat(run.exitCode()).isEqualTo(4);
            assertThat(run.err()).contains("1 scan is open. The node completes the detach");
            assertThat(run("detach", node).out()).contains("is detached from");
        }
    }

    @Test
    void anIncompleteDetachHasExitCode4AndCanBeRepeated() throws IOException {
        try (ScriptedNode node = attached("failed 1 step has failed", "incomplete 9.9; the port is in use")) {
            CommandRun run = run("detach", node);
            assertThat(run.exitCode()).isEqualTo(4);
            assertThat(run.err())
                    .contains("1 step has failed", "not complete: the port is in use. Repeat the command.");
            assertThat(run("detach", node).exitCode()).isEqualTo(4);
        }
    }

    @Test
    void aRefusedDetachHasExitCode1() throws IOException {
        try (ScriptedNode node = attached("refused an attach is in progress", "attached 9.9")) {
            CommandRun run = run("detach", node);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("was not detached", "an attach is in progress");
        }
    }

    @Test
    void aDetachWithoutEffectHasExitCode1() throws IOException {
        try (ScriptedNode node = attached("ok done", "attached 9.9")) {
            CommandRun run = run("detach", node);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("its state is 'attached 9.9'");
        }
    }

    @Test
    void withoutAJarNothingIsAttached() throws IOException {
        try (ScriptedNode node = node("ok done", "attached 9.9")) {
            CommandRun run = CommandRun.of("attach", "--pid", String.valueOf(node.pid()));
            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("does not run from foreread-agent.jar");
        }
    }

    private static ScriptedNode node(String answer, String states) throws IOException {
        return ScriptedNode.start("-Dscript.answer=" + answer, "-Dscript.states=" + states);
    }

    private static ScriptedNode attached(String answer, String states) throws IOException {
        return ScriptedNode.start(
                "-Dio.foreread.state=attached 9.9", "-Dscript.answer=" + answer, "-Dscript.states=" + states);
    }

    private CommandRun run(String command, ScriptedNode node, String... options) {
        String[] arguments = new String[options.length + 3];
        arguments[0] = command;
        arguments[1] = "--pid";
        arguments[2] = String.valueOf(node.pid());
        System.arraycopy(options, 0, arguments, 3, options.length);
        return CommandRun.of(jar, arguments);
    }
}
