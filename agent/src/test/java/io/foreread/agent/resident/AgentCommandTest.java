package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentCommandTest {
    @Test
    void attachHasAJarAndArguments() {
        AgentCommand command = AgentCommand.parse(
                "foreread-command=attach;id=5f;jar=/opt/foreread-agent-1.0.jar;arguments=listen=:9507,block-size=128KiB");
        assertThat(command.isAttach()).isTrue();
        assertThat(command.isDetach()).isFalse();
        assertThat(command.id()).isEqualTo("5f");
        assertThat(command.jar()).isEqualTo("/opt/foreread-agent-1.0.jar");
        assertThat(command.arguments()).isEqualTo("listen=:9507,block-size=128KiB");
    }

    @Test
    void argumentsCanContainEveryCharacter() {
        String arguments = "config=/etc/a;b/x.yaml,\nid=;jar=;arguments=;";
        AgentCommand command = AgentCommand.parse("foreread-command=attach;id=1;jar=/a;b=c.jar;arguments=" + arguments);
        assertThat(command.jar()).isEqualTo("/a;b=c.jar");
        assertThat(command.arguments()).isEqualTo(arguments);
    }

    @Test
    void attachWithoutArgumentsHasNone() {
        AgentCommand command = AgentCommand.parse("foreread-command=attach;id=1;jar=/a.jar");
        assertThat(command.jar()).isEqualTo("/a.jar");
        assertThat(command.arguments()).isNull();
    }

    @Test
    void detachHasAnId() {
        AgentCommand command = AgentCommand.parse("foreread-command=detach;id=77");
        assertThat(command.isDetach()).isTrue();
        assertThat(command.isAttach()).isFalse();
        assertThat(command.id()).isEqualTo("77");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "listen=off", "config=/etc/foreread.yaml,foreread-command=detach"})
    void plainArgumentsAttachTheJarOfTheAgent(String arguments) {
        AgentCommand command = AgentCommand.parse(arguments);
        assertThat(command.isAttach()).isTrue();
        assertThat(command.jar()).isNull();
        assertThat(command.arguments()).isEqualTo(arguments);
        assertThat(command.id()).isEqualTo("-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"foreread-command=", "foreread-command=restart;id=1", "foreread-command=attach"})
    void otherCommandsAreNeither(String text) {
        AgentCommand command = AgentCommand.parse(text);
        assertThat(command.isAttach()).isFalse();
        assertThat(command.isDetach()).isFalse();
    }

    @Test
    void answerIsOneLine() {
        assertThat(Answer.failed("one\ntwo\r\nthree")).hasToString("failed one two  three");
        assertThat(Answer.ok("attached").isOk()).isTrue();
        assertThat(Answer.refused("attached").isOk()).isFalse();
        assertThat(Answer.refused("attached").isRefused()).isTrue();
    }
}
