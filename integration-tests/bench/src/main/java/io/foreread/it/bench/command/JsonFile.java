package io.foreread.it.bench.command;

import io.foreread.it.bench.results.ResultFile;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --json}. */
public final class JsonFile {
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the results to this file")
    private @Nullable Path file;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** @throws IllegalArgumentException if the directory of the file does not exist */
    public Optional<Path> file() {
        return Checks.inDirectory("--json", file);
    }

    /**
     * Returns the file of a benchmark. The run of the benchmark begins with this call.
     *
     * @throws IllegalArgumentException if the directory of the file does not exist
     */
    public ResultFile results() {
        CommandSpec root = spec.root();
        String arguments = String.join(" ", root.commandLine().getParseResult().originalArgs());
        return new ResultFile(file().orElse(null), spec.name(), "./" + root.name() + " " + arguments);
    }
}
