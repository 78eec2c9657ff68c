package io.foreread.agent.resident;

import io.foreread.agent.resident.dispatch.Dispatch;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Attaches Foreread to this JVM and detaches it. At most one copy is attached at a time, and one command is carried out at a
 * time. Thread-safe.
 *
 * <p>A detach has two parts. The first one ends at once everything that open scans do not need. The second one restores the
 * byte code when the last scan has closed; a thread waits for this. A scan that skips the partition index must not continue
 * with the original byte code of its scanner, which would begin at the first partition again.
 */
final class Attachments {
    private enum Phase {
        DETACHED,
        ATTACHING,
        ATTACHED,
        DETACHING,
        /** A part of a detach has failed. A detach repeats this part. */
        INCOMPLETE
    }

    /** Threads that remain after a detach are looked for at this multiple of the time between two counts of open scans. */
    private static final int RELEASE_POLLS = 10;

    private interface Part {
        List<String> run() throws Exception;
    }

    private final AttachedCopy.Loading loading;
    private final Consumer<String> publish;
    private final long pollMillis;

    /** Guarded by this, as are the next three fields. */
    private Phase phase = Phase.DETACHED;

    private @Nullable AttachedCopy copy;
    /** The detached copies that are still in memory, with the names of the threads that keep them there. */
    private final Map<AttachedCopy, String> remaining = new LinkedHashMap<>();
    /** Describes the phase for a refused command. */
    private String description = "";

    /**
     * @param publish receives each new state, for the system property
     * @param pollMillis how often a detach counts the open scans
     */
    Attachments(AttachedCopy.Loading loading, Consumer<String> publish, long pollMillis) {
        this.loading = loading;
        this.publish = publish;
        this.pollMillis = pollMillis;
    }

    /** @see Attachment#start */
    Answer attach(File jar, @Nullable String arguments, Instrumentation instrumentation, boolean running) {
        synchronized (this) {
            if (phase != Phase.DETACHED) return Answer.refused(description);
            set(Phase.ATTACHING, "an attach is in progress", "attaching");
        }
        AttachedCopy loaded = null;
        try {
            loaded = loading.load(jar);
            String message = loaded.attachment().start(arguments, instrumentation, running);
            String version = loaded.attachment().version();
            synchronized (this) {
                copy = loaded;
                set(Phase.ATTACHED, "Foreread " + version + " is attached already", "attached " + version);
            }
            return Answer.ok(message);
        } catch (Throwable e) {
            String rest = loaded == null ? "" : rollBack(loaded);
            if (loaded == null) detached();
            if (e instanceof RefusedException) return Answer.refused(e.getMessage() + rest);
            e.printStackTrace();
            return Answer.failed("the start failed: " + e + rest);
        }
    }

    /** @return an empty text if nothing is left; otherwise what is left, to be appended to a message */
    private String rollBack(AttachedCopy loaded) {
        synchronized (this) {
            copy = loaded;
            publishStop(loaded.attachment());
        }
        Answer outcome = detach(loaded);
        synchronized (this) {
            return phase == Phase.DETACHED ? "" : "; " + outcome.message();
        }
    }

    Answer detach() {
        AttachedCopy detaching;
        synchronized (this) {
            if (phase == Phase.DETACHED) return Answer.refused("Foreread is not attached");
            if (phase != Phase.ATTACHED && phase != Phase.INCOMPLETE) return Answer.refused(description);
            detaching = Objects.requireNonNull(copy);
            publishStop(detaching.attachment());
        }
        return detach(detaching);
    }

    /** Carries out as much as possible at once. The phase is DETACHING. */
    private Answer detach(AttachedCopy detaching) {
        Dispatch.toNone();
        Attachment attachment = detaching.attachment();
        List<String> problems = new ArrayList<>();
        run(problems, attachment::stop);
        int open = openScans(attachment);
        String scans = publishDetaching(attachment, open);
        if (open == 0) return finish(detaching, problems);
        boolean repeat = !problems.isEmpty();
        try {
            start(() -> finishWhenIdle(detaching, repeat));
        } catch (Throwable e) {
            problems.add("no thread can be started to wait for open scans: " + e);
            return incomplete(attachment, problems);
        }
        String rest = problems.isEmpty() ? "" : "; " + String.join("; ", problems);
        return Answer.ok("detaching; " + scans + "; the rest is removed when the last one has closed" + rest);
    }

    private static void start(Runnable waiting) {
        Thread thread = new Thread(() -> runSafely(waiting), "foreread-detach");
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    /** The handler that Cassandra sets for uncaught exceptions can stop the node after an Error. */
    private static void runSafely(Runnable waiting) {
        try {
            waiting.run();
        } catch (Throwable e) {
            System.err.println("foreread: a detach has failed: " + e);
        }
    }

    /** @param repeat whether a step of the first part has failed, and is repeated */
    private void finishWhenIdle(AttachedCopy detaching, boolean repeat) {
        Attachment attachment = detaching.attachment();
        List<String> problems = new ArrayList<>();
        try {
            for (int open = openScans(attachment); open > 0; open = openScans(attachment)) {
                publishDetaching(attachment, open);
                // A scan that Cassandra has forgotten is found by its weak reference only, so no event reports its end.
                Thread.sleep(pollMillis);
            }
            if (repeat) run(problems, attachment::stop);
            finish(detaching, problems);
        } catch (Throwable e) {
            problems.add("the detach failed: " + e);
            incomplete(attachment, problems);
        }
    }

    /**
     * Called when no scan is open.
     *
     * @param problems of the first part
     */
    private Answer finish(AttachedCopy detaching, List<String> problems) {
        Attachment attachment = detaching.attachment();
        run(problems, attachment::restore);
        if (!problems.isEmpty()) return incomplete(attachment, problems);
        String threads = remainingThreads(attachment);
        if (threads.isEmpty()) close(detaching);
        else releaseLater(detaching, threads);
        return Answer.ok("Foreread is " + detached());
    }

    private static void close(AttachedCopy detached) {
        try {
            detached.close();
        } catch (Throwable e) {
            // The classes become unreachable nevertheless.
            System.err.println("foreread: cannot close the jar of a detached agent: " + e);
        }
    }

    /** The names of threads, with commas in between; empty if there are none, or if they are not known. */
    private static String remainingThreads(Attachment attachment) {
        try {
            return String.join(", ", attachment.remainingThreads());
        } catch (Throwable e) {
            return "";
        }
    }

    /** A thread that does not return must not prevent a detach, for example a read of an attribute that hangs. */
    private void releaseLater(AttachedCopy detached, String threads) {
        synchronized (this) {
            remaining.put(detached, threads);
        }
        try {
            start(() -> releaseWhenEnded(detached));
        } catch (Throwable e) {
            System.err.println("foreread: no thread can be started to wait for " + threads + ": " + e);
        }
    }

    private void releaseWhenEnded(AttachedCopy detached) {
        try {
            // The threads belong to the attachment, which this class sees through an interface of JDK types.
            while (!remainingThreads(detached.attachment()).isEmpty()) Thread.sleep(RELEASE_POLLS * pollMillis);
        } catch (InterruptedException e) {
            return;
        }
        close(detached);
        synchronized (this) {
            remaining.remove(detached);
            if (phase == Phase.DETACHED) detached();
        }
    }

    /** Runs a part of a detach. Whatever it throws must not prevent the other parts. */
    private static void run(List<String> problems, Part part) {
        try {
            problems.addAll(part.run());
        } catch (Throwable e) {
            problems.add(String.valueOf(e));
        }
    }

    /** A failure counts as an open scan: without knowing the number, byte code must not be restored. */
    private static int openScans(Attachment attachment) {
        try {
            return attachment.openScans();
        } catch (Throwable e) {
            return 1;
        }
    }

    private Answer incomplete(Attachment attachment, List<String> problems) {
        String reason = String.join("; ", problems);
        synchronized (this) {
            set(
                    Phase.INCOMPLETE,
                    "the last detach is incomplete; detach again first: " + reason,
                    "incomplete " + version(attachment) + "; " + reason);
        }
        return Answer.failed("the detach is incomplete and can be repeated: " + reason);
    }

    /** @return the state */
    private synchronized String detached() {
        copy = null;
        String state = remaining.isEmpty()
                ? "detached"
                : "detached; its memory is freed when these threads end: " + String.join(", ", remaining.values());
        set(Phase.DETACHED, "", state);
        return state;
    }

    /** Called before the first part, which can wait for locks of Cassandra. */
    private synchronized void publishStop(Attachment attachment) {
        set(Phase.DETACHING, "a detach is in progress", "detaching " + version(attachment) + "; closing the endpoint");
    }

    /** @return the description of the open scans */
    private synchronized String publishDetaching(Attachment attachment, int open) {
        String scans = scans(attachment, open);
        String next = "a detach is in progress; " + scans;
        if (!next.equals(description)) set(Phase.DETACHING, next, "detaching " + version(attachment) + "; " + scans);
        return scans;
    }

    private static String version(Attachment attachment) {
        try {
            return attachment.version();
        } catch (Throwable e) {
            return "unknown";
        }
    }

    private static String scans(Attachment attachment, int count) {
        String text = count == 1 ? "1 scan is open" : count + " scans are open";
        if (count == 0) return text;
        String longest;
        try {
            longest = attachment.longestScan();
        } catch (Throwable e) {
            return text;
        }
        return longest.isEmpty() ? text : text + (count == 1 ? " for " : ", the longest for ") + longest;
    }

    private synchronized void set(Phase next, String nextDescription, String state) {
        phase = next;
        description = nextDescription;
        publish.accept(state.replace('\r', ' ').replace('\n', ' '));
    }
}
