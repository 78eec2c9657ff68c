package io.foreread.it.bench.command;

import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.fixture.NodeStartException;
import io.foreread.it.fixture.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/** The output and the directories of a benchmark, and whether anything failed. Not thread-safe. */
public final class BenchConsole {
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final Progress progress = new Progress(out, Boolean.getBoolean("foreread.demo.terminal"));
    private final Path directory = Path.of(System.getProperty("foreread.bench.directory", "target/bench"))
            .toAbsolutePath();
    private boolean failed;

    public PrintStream out() {
        return out;
    }

    public Progress progress() {
        return progress;
    }

    /** The directory for files that later runs use, and logs of failed runs. Created on demand. */
    public Path directory() {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + directory, e);
        }
    }

    /** The directory of this run. It is not created here. */
    public Path runDirectory() {
        return directory().resolve("run-" + ProcessHandle.current().pid());
    }

    /** Deletes the directory of a successful run. Prints the directory of a failed run, because its logs may show the cause. */
    public void endRun(boolean successful) {
        if (successful) PreparedTables.deleteTree(runDirectory());
        else out.println("Logs: " + runDirectory());
    }

    /**
     * Prints and records a failure. The benchmark can continue with its other measurements. The stack trace is kept in a
     * file, unless the exception is an {@link IllegalStateException} without a cause, whose message says what to do.
     *
     * @param what the part of the benchmark that failed
     * @return the reason, without a stack trace
     */
    public String fail(String what, Exception e) {
        failed = true;
        String reason = reason(e);
        out.println();
        out.println(what + " failed: " + reason);
        if (!(e instanceof IllegalStateException) || e.getCause() != null) keepStackTrace(what, e);
        return reason;
    }

    private static String reason(Exception e) {
        String message = e instanceof NodeStartException start ? start.summary() : e.getMessage();
        return message == null ? e.toString() : message;
    }

    private void keepStackTrace(String what, Exception e) {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        writer.println(Instant.now() + " " + what);
        e.printStackTrace(writer);
        try {
            Path file = directory().resolve("failures.log");
            Files.writeString(file, text.toString(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            out.println("Stack trace: " + file);
        } catch (IOException | UncheckedIOException notKept) {
            out.println("The stack trace cannot be kept (" + notKept.getMessage() + "): " + text);
        }
    }

    public boolean hasFailed() {
        return failed;
    }
}
