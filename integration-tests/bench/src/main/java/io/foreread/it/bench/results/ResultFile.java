package io.foreread.it.bench.results;

import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The file of the option {@code --json} of a benchmark, and the facts about the run that it contains. */
public final class ResultFile {
    private static final String UNKNOWN = "unknown";

    private final @Nullable Path file;
    private final String bench;
    private final String command;
    private final Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final String commit;
    private final boolean clean;
    private final List<String> failures = new ArrayList<>();

    /**
     * Records the time and the commit, because the checkout can change while a benchmark runs.
     *
     * @param file null if no file was requested
     * @param bench the name of the benchmark
     * @param command the command line
     */
    public ResultFile(@Nullable Path file, String bench, String command) {
        this.file = file;
        this.bench = bench;
        this.command = command;
        commit = file == null ? UNKNOWN : git("rev-parse", "HEAD").orElse(UNKNOWN);
        clean = file != null
                && git("status", "--porcelain", "--", ".", ":!" + Checkout.RESULTS)
                        .filter(String::isEmpty)
                        .isPresent();
    }

    /** A run without a file. */
    public static ResultFile none() {
        return new ResultFile(null, "", "");
    }

    /** Adds a failed turn, which has no measured values. The next call of {@link #write} writes it. */
    public void addFailure(String turn, String reason) {
        failures.add(turn + ": " + reason.lines().findFirst().orElse(""));
    }

    /**
     * Writes the file, if it was requested. It can be called after each round, so that an interrupted run does not lose its
     * results.
     *
     * @param releases the measured releases
     * @param data a record with the measured values of each round or window, or a {@code JsonNode}
     * @throws UncheckedIOException if the file cannot be written
     */
    public void write(Collection<CassandraVersion> releases, Object data) {
        if (file == null) return;
        try {
            Json.writer().writeValue(file.toFile(), envelope(releases, data));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private Envelope envelope(Collection<CassandraVersion> releases, Object data) {
        return new Envelope(
                Envelope.SCHEMA,
                bench,
                command,
                commit,
                clean,
                start.toString(),
                Machine.current(),
                System.getProperty("os.version"),
                BenchNode.jdk(),
                releases.stream().distinct().map(CassandraVersion::text).toList(),
                List.copyOf(failures),
                Json.MAPPER.valueToTree(data));
    }

    /** Returns the output of git for the checkout; empty without git or a checkout. */
    private static Optional<String> git(String... arguments) {
        String root = Checkout.root().toString();
        // Benchmarks that need root run in the checkout of another user, which git refuses without this option.
        String[] command = {"git", "-c", "safe.directory=" + root, "-C", root};
        String[] all = Arrays.copyOf(command, command.length + arguments.length);
        System.arraycopy(arguments, 0, all, command.length, arguments.length);
        try {
            return Optional.of(Shell.run(all));
        } catch (IllegalStateException | UncheckedIOException e) {
            return Optional.empty();
        }
    }
}
