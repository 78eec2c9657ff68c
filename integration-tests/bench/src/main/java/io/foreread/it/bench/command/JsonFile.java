package io.foreread.it.bench.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.foreread.it.bench.results.ResultFile;
import java.io.IOException;
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

    /** Writes an indented file, if one was requested. */
    public static void write(Optional<Path> file, ObjectNode results) throws IOException {
        if (file.isPresent())
            new ObjectMapper()
                    .writerWithDefaultPrettyPrinter()
                    .writeValue(file.get().toFile(), results);
    }
}
