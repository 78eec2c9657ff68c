package io.foreread.agent.command.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentStateTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "attaching                             | ATTACHING  | ''    | ''",
                "attached 0.1.0                        | ATTACHED   | 0.1.0 | ''",
                "detaching 0.1.0; 3 scans are open     | DETACHING  | 0.1.0 | 3 scans are open",
                "detached                              | DETACHED   | ''    | ''",
                "detached; its memory                  | DETACHED   | ''    | its memory",
                "incomplete 0.1.0; a; b                | INCOMPLETE | 0.1.0 | a; b",
                "resting                               | UNKNOWN    | ''    | ''",
                "unknown                               | UNKNOWN    | ''    | ''",
                "absent                                | UNKNOWN    | ''    | ''",
            })
    void readsKindVersionAndDetail(String property, AgentState.Kind kind, String version, String detail) {
        AgentState state = AgentState.of(property);
        assertThat(state.kind()).isEqualTo(kind);
        assertThat(state.version()).isEqualTo(version);
        assertThat(state.detail()).isEqualTo(detail);
        assertThat(state).hasToString(property);
    }

    @Test
    void withoutThePropertyTheAgentIsAbsent() {
        assertThat(AgentState.of(null).kind()).isEqualTo(AgentState.Kind.ABSENT);
    }

    @Test
    void anAnswerHasAKindAndAMessage() {
        AgentAnswer answer = AgentAnswer.of("a1 refused it runs; already", "a1");
        assertThat(answer.kind()).isEqualTo(AgentAnswer.Kind.REFUSED);
        assertThat(answer.message()).isEqualTo("it runs; already");
        assertThat(AgentAnswer.of("a1 ok", "a1").message()).isEmpty();
        assertThat(AgentAnswer.of("a1 failed x", "a1").kind()).isEqualTo(AgentAnswer.Kind.FAILED);
    }

    @Test
    void anAnswerIsFoundBelowAnswersToOthers() {
        AgentAnswer answer = AgentAnswer.of("a2 refused a detach is in progress\na1 ok done\na0 ok", "a1");
        assertThat(answer.kind()).isEqualTo(AgentAnswer.Kind.OK);
        assertThat(answer.message()).isEqualTo("done");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "a1", "a2 ok done", "a1 perhaps done"})
    void whatDoesNotAnswerTheRequestIsNoAnswer(String property) {
        assertThat(AgentAnswer.of(property, "a1")).isNull();
    }
}
