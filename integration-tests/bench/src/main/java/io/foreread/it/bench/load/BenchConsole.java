package io.foreread.it.bench.load;

import io.foreread.it.demo.Progress;
import io.foreread.it.fixture.NodeStartException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a benchmark writes to, and whether all that it was to measure was measured. */
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

    /** Made here: what is kept for later runs, and what failed ones leave. */
    public Path directory() {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + directory, e);
        }
    }

    /** In it nothing is kept that is well. */
    public Path runDirectory() {
        return directory().resolve("run-" + ProcessHandle.current().pid());
    }

    /** Says so, and lets the benchmark go on: what else it measures may do better. */
    public void fail(String what, RuntimeException e) {
        failed = true;
        out.println();
        out.println(what + " failed: " + (e instanceof NodeStartException start ? start.summary() : e.getMessage()));
    }

    public int exitCode() {
        return failed ? 1 : 0;
    }
}
