package io.foreread.agent.resident;

import static org.awaitility.Awaitility.await;

import io.foreread.agent.resident.dispatch.Dispatch;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;

/** Attachments of a copy of the agent that records its calls, and that fails or waits as a test requires. */
abstract class SimulatedAttachment {
    static final File JAR = new File("/opt/foreread-agent.jar");

    final List<String> states = Collections.synchronizedList(new ArrayList<>());
    final Copy copy = new Copy();
    final AtomicReference<Copy> loaded = new AtomicReference<>(copy);
    final Attachments attachments = new Attachments(jar -> of(loaded.get()), states::add, 5);
    final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        Dispatch.toNone();
        copy.openScans = 0;
        copy.threads = List.of();
        threads.shutdownNow();
    }

    static void awaitDetachThreads() {
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("foreread-detach")));
    }

    private static AttachedCopy of(Copy copy) {
        return new AttachedCopy(copy, () -> copy.did("close"));
    }

    Answer attach() {
        return attachments.attach(JAR, null, null, true);
    }

    static String last(List<String> list) {
        synchronized (list) {
            return list.get(list.size() - 1);
        }
    }

    interface Action {
        void run() throws Exception;
    }

    static final class Copy implements Attachment {
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
