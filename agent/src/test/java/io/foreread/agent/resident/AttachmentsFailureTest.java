package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks attaches and detaches of which a part fails. */
class AttachmentsFailureTest extends SimulatedAttachment {
    @Test
    void failedStartIsRolledBack() {
        copy.onStart = () -> {
            throw new NoClassDefFoundError("a/Class");
        };
        assertThat(attach()).hasToString("failed the start failed: java.lang.NoClassDefFoundError: a/Class");
        assertThat(copy.calls).containsExactly("start", "stop", "restore", "close");
        assertThat(last(states)).isEqualTo("detached");
        copy.onStart = () -> {};
        assertThat(attach().isOk()).isTrue();
    }

    @Test
    void refusedStartIsRolledBackAndAnsweredWithItsReason() {
        copy.onStart = () -> {
            throw new RefusedException("Cassandra has not started yet");
        };
        assertThat(attach()).hasToString("refused Cassandra has not started yet");
        assertThat(copy.calls).containsExactly("start", "stop", "restore", "close");
        assertThat(last(states)).isEqualTo("detached");
    }

    @Test
    void failedStartWithOpenScansIsRolledBackWhenTheyHaveClosed() {
        copy.openScans = 1;
        copy.onStart = () -> {
            throw new IOException("disk");
        };
        assertThat(attach())
                .hasToString("failed the start failed: java.io.IOException: disk; detaching; 1 scan is open; the rest"
                        + " is removed when the last one has closed");
        assertThat(copy.calls).doesNotContain("restore");
        copy.openScans = 0;
        await().until(() -> last(states).equals("detached"));
        assertThat(copy.calls).contains("restore", "close");
    }

    @Test
    void incompleteRollbackCanBeRepeatedByADetach() {
        copy.onStart = () -> {
            throw new IOException("disk");
        };
        copy.restoreProblems = List.of("cannot restore a.Class");
        assertThat(attach().message()).startsWith("the start failed").contains("cannot restore a.Class");
        assertThat(last(states)).isEqualTo("incomplete 1.2; cannot restore a.Class");
        copy.restoreProblems = List.of();
        assertThat(attachments.detach().isOk()).isTrue();
        assertThat(last(states)).isEqualTo("detached");
    }

    @Test
    void jarThatCannotBeLoadedLeavesNothing() {
        Attachments broken = new Attachments(
                jar -> {
                    throw new RefusedException("there is no jar " + jar + " here");
                },
                states::add,
                5);
        assertThat(broken.attach(JAR, null, null, true)).hasToString("refused there is no jar " + JAR + " here");
        assertThat(last(states)).isEqualTo("detached");
        assertThat(broken.detach()).hasToString("refused Foreread is not attached");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop", "restore"})
    void failureOfAPartDoesNotPreventTheOtherAndCanBeRepeated(String part) {
        attach();
        Action failing = () -> {
            throw new StackOverflowError("in " + part);
        };
        if (part.equals("stop")) copy.onStop = failing;
        else copy.onRestore = failing;
        assertThat(attachments.detach())
                .hasToString("failed the detach is incomplete and can be repeated: java.lang.StackOverflowError: in "
                        + part);
        assertThat(copy.calls).containsExactly("start", "stop", "restore");
        assertThat(last(states)).isEqualTo("incomplete 1.2; java.lang.StackOverflowError: in " + part);
        assertThat(attach().message()).contains("incomplete", "detach again", part);

        copy.onStop = () -> {};
        copy.onRestore = () -> {};
        assertThat(attachments.detach().isOk()).isTrue();
        assertThat(last(states)).isEqualTo("detached");
        assertThat(copy.calls).endsWith("close");
    }

    @Test
    void problemsOfBothPartsAreReported() {
        attach();
        copy.stopProblems = List.of("cannot close the endpoint: busy");
        copy.restoreProblems = List.of("cannot restore\na.Class");
        assertThat(attachments.detach().message()).contains("cannot close the endpoint: busy; cannot restore a.Class");
        assertThat(last(states)).isEqualTo("incomplete 1.2; cannot close the endpoint: busy; cannot restore a.Class");
    }

    @Test
    void problemThatIsGoneWhenTheScansHaveClosedIsNotReported() {
        copy.openScans = 1;
        attach();
        copy.stopProblems = List.of("cannot end the threads");
        assertThat(attachments.detach().message()).endsWith("; cannot end the threads");
        copy.stopProblems = List.of();
        copy.openScans = 0;
        await().until(() -> last(states).equals("detached"));
        assertThat(copy.calls).containsExactly("start", "stop", "stop", "restore", "close");
    }

    @Test
    void failureToCloseTheJarDoesNotKeepTheAttachment() {
        Attachments withOpenJar = new Attachments(
                jar -> new AttachedCopy(copy, () -> {
                    throw new IOException("cannot close");
                }),
                states::add,
                5);
        withOpenJar.attach(JAR, null, null, true);
        assertThat(withOpenJar.detach().isOk()).isTrue();
        assertThat(last(states)).isEqualTo("detached");
    }
}
