package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks detaches that wait for open scans, or for threads that remain. */
class AttachmentsWaitTest extends SimulatedAttachment {
    @Test
    void detachWaitsForOpenScansAndThenRestores() {
        copy.openScans = 2;
        attach();
        assertThat(attachments.detach())
                .hasToString("ok detaching; 2 scans are open; the rest is removed when the last one has closed");
        assertThat(copy.calls).containsExactly("start", "stop");
        copy.openScans = 1;
        await().until(() -> last(states).equals("detaching 1.2; 1 scan is open"));
        assertThat(copy.calls).containsExactly("start", "stop");
        copy.openScans = 0;
        await().until(() -> last(states).equals("detached"));
        assertThat(copy.calls).containsExactly("start", "stop", "restore", "close");
        awaitDetachThreads();
    }

    @Test
    void longestScanIsNamedWhileADetachWaits() {
        copy.openScans = 2;
        copy.longest = "311 s: compaction of shop.orders";
        attach();
        assertThat(attachments.detach())
                .hasToString(
                        "ok detaching; 2 scans are open, the longest for 311 s: compaction of shop.orders; the rest is"
                                + " removed when the last one has closed");
        assertThat(last(states))
                .isEqualTo("detaching 1.2; 2 scans are open, the longest for 311 s: compaction of shop.orders");
        copy.longest = "312 s: compaction of shop.orders";
        copy.openScans = 1;
        await().until(() -> last(states).equals("detaching 1.2; 1 scan is open for 312 s: compaction of shop.orders"));
        assertThat(attach())
                .hasToString("refused a detach is in progress; 1 scan is open for 312 s: compaction of shop.orders");
        copy.describingFails = true;
        await().until(() -> last(states).equals("detaching 1.2; 1 scan is open"));
        copy.openScans = 0;
        await().until(() -> last(states).equals("detached"));
    }

    @Test
    void commandsAreRefusedWhileScansAreOpen() {
        copy.openScans = 3;
        attach();
        attachments.detach();
        assertThat(attach()).hasToString("refused a detach is in progress; 3 scans are open");
        assertThat(attachments.detach()).hasToString("refused a detach is in progress; 3 scans are open");
        copy.openScans = 0;
        await().until(() -> last(states).equals("detached"));
        assertThat(attach().isOk()).isTrue();
    }

    /** If the number of open scans is not known, restoring the byte code could make a scan read rows twice. */
    @Test
    void byteCodeIsNotRestoredWhileTheNumberOfScansIsUnknown() {
        attach();
        copy.countingFails = true;
        assertThat(attachments.detach().message()).startsWith("detaching; 1 scan is open");
        assertThat(copy.calls).containsExactly("start", "stop");
        copy.countingFails = false;
        await().until(() -> last(states).equals("detached"));
    }

    @Test
    void threadThatDoesNotEndDoesNotPreventADetach() {
        String state = "detached; its memory is freed when these threads end: foreread-a, foreread-b";
        attach();
        copy.threads = List.of("foreread-a", "foreread-b");
        assertThat(attachments.detach()).hasToString("ok Foreread is " + state);
        assertThat(last(states)).isEqualTo(state);
        // The jar stays open, because the threads can need further classes.
        assertThat(copy.calls).containsExactly("start", "stop", "restore");
        copy.threads = List.of();
        await().until(() -> last(states).equals("detached"));
        assertThat(copy.calls).containsExactly("start", "stop", "restore", "close");
    }

    @Test
    void anotherAttachmentCanStartAndEndWhileThreadsOfTheFormerOneRemain() {
        attach();
        copy.threads = List.of("foreread-a");
        attachments.detach();
        Copy next = new Copy();
        loaded.set(next);
        assertThat(attach().isOk()).isTrue();
        assertThat(last(states)).isEqualTo("attached 1.2");
        assertThat(attachments.detach())
                .hasToString("ok Foreread is detached; its memory is freed when these threads end: foreread-a");
        assertThat(next.calls).endsWith("close");
        copy.threads = List.of();
        await().until(() -> last(states).equals("detached"));
    }

    @Test
    void endOfAFormerAttachmentDoesNotChangeTheStateOfTheNextOne() {
        attach();
        copy.threads = List.of("foreread-a");
        attachments.detach();
        loaded.set(new Copy());
        attach();
        copy.threads = List.of();
        awaitDetachThreads();
        assertThat(copy.calls).endsWith("close");
        assertThat(last(states)).isEqualTo("attached 1.2");
        assertThat(attachments.detach()).hasToString("ok Foreread is detached");
    }
}
