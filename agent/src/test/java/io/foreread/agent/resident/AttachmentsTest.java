package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.foreread.agent.compaction.AttachedCompactionInputs;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.resident.dispatch.ProbeDispatch;
import io.foreread.agent.writer.AttachedWriters;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttachmentsTest {
    private static final File JAR = new File("/opt/foreread-agent.jar");

    private final List<String> states = Collections.synchronizedList(new ArrayList<>());
    private final Copy copy = new Copy();
    private final AtomicReference<Copy> loaded = new AtomicReference<>(copy);
    private final Attachments attachments = new Attachments(jar -> of(loaded.get()), states::add, 5);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        Dispatch.toNone();
        copy.openScans = 0;
        copy.threads = List.of();
        threads.shutdownNow();
    }

    @Test
    void attachAndDetach() {
        assertThat(attach()).hasToString("ok started");
        assertThat(attachments.detach()).hasToString("ok Foreread is detached");
        assertThat(copy.calls).containsExactly("start", "stop", "restore", "close");
        assertThat(states)
                .containsExactly(
                        "attaching",
                        "attached 1.2",
                        "detaching 1.2; closing the endpoint",
                        "detaching 1.2; 0 scans are open",
                        "detached");
    }

    @Test
    void argumentsArePassedOn() {
        attachments.attach(JAR, "listen=off", null, true);
        assertThat(copy.arguments).isEqualTo("listen=off");
        assertThat(copy.running).isTrue();
        attachments.detach();
        attachments.attach(JAR, null, null, false);
        assertThat(copy.arguments).isNull();
        assertThat(copy.running).isFalse();
    }

    @Test
    void attachAgainAfterADetach() {
        for (int i = 0; i < 3; i++) {
            assertThat(attach().isOk()).isTrue();
            assertThat(attachments.detach().isOk()).isTrue();
        }
        assertThat(last(states)).isEqualTo("detached");
    }

    @Test
    void wovenCodeCallsNoAttachmentOnceADetachBegins() {
        copy.onStop = () -> assertThat(ProbeDispatch.channelReadStarts()).isZero();
        attach();
        Dispatch.to(new AttachedScans(), new AttachedWriters(), new AttachedCompactionInputs(), new AttachedProbes());
        assertThat(ProbeDispatch.channelReadStarts()).isNotZero();
        assertThat(attachments.detach().isOk()).isTrue();
    }

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

    @Test
    void secondAttachIsRefusedWithTheVersion() {
        attach();
        assertThat(attach()).hasToString("refused Foreread 1.2 is attached already");
        assertThat(copy.calls).containsExactly("start");
        assertThat(last(states)).isEqualTo("attached 1.2");
    }

    @Test
    void detachWithoutAnAttachmentIsRefused() {
        assertThat(attachments.detach()).hasToString("refused Foreread is not attached");
        assertThat(states).isEmpty();
    }

    @Test
    void commandsAreRefusedWhileAnAttachIsInProgress() throws Exception {
        CountDownLatch starting = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        copy.onStart = () -> {
            starting.countDown();
            started.await();
        };
        Future<Answer> first = threads.submit(this::attach);
        starting.await();
        assertThat(attach()).hasToString("refused an attach is in progress");
        assertThat(attachments.detach()).hasToString("refused an attach is in progress");
        started.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS).isOk()).isTrue();
    }

    @Test
    void commandsAreRefusedWhileADetachIsInProgress() throws Exception {
        CountDownLatch stopping = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        attach();
        copy.onStop = () -> {
            stopping.countDown();
            stopped.await();
        };
        Future<Answer> first = threads.submit(attachments::detach);
        stopping.await();
        assertThat(last(states)).isEqualTo("detaching 1.2; closing the endpoint");
        assertThat(attach()).hasToString("refused a detach is in progress");
        assertThat(attachments.detach()).hasToString("refused a detach is in progress");
        stopped.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS)).hasToString("ok Foreread is detached");
    }

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

    private static void awaitDetachThreads() {
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("foreread-detach")));
    }

    private static AttachedCopy of(Copy copy) {
        return new AttachedCopy(copy, () -> copy.did("close"));
    }

    private Answer attach() {
        return attachments.attach(JAR, null, null, true);
    }

    private static String last(List<String> list) {
        synchronized (list) {
            return list.get(list.size() - 1);
        }
    }

    private interface Action {
        void run() throws Exception;
    }

    private static final class Copy implements Attachment {
        final List<String> calls = Collections.synchronizedList(new ArrayList<>());
        volatile int openScans;
        volatile boolean countingFails;
        volatile String longest = "";
        volatile boolean describingFails;
        volatile List<String> threads = List.of();
        volatile Action onStart = () -> {};
        volatile Action onStop = () -> {};
        volatile Action onRestore = () -> {};
        volatile List<String> stopProblems = List.of();
        volatile List<String> restoreProblems = List.of();
        String arguments;
        boolean running;

        void did(String call) {
            calls.add(call);
        }

        @Override
        public String version() {
            return "1.2";
        }

        @Override
        public String start(String given, Instrumentation instrumentation, boolean nodeRuns) throws Exception {
            did("start");
            arguments = given;
            running = nodeRuns;
            onStart.run();
            return "started";
        }

        @Override
        public int openScans() {
            if (countingFails) throw new IllegalStateException("unknown");
            return openScans;
        }

        @Override
        public String longestScan() {
            if (describingFails) throw new IllegalStateException("unknown");
            return longest;
        }

        @Override
        public List<String> stop() throws Exception {
            did("stop");
            onStop.run();
            return stopProblems;
        }

        @Override
        public List<String> remainingThreads() {
            return threads;
        }

        @Override
        public List<String> restore() throws Exception {
            did("restore");
            onRestore.run();
            return restoreProblems;
        }
    }
}
