package io.foreread.it.bench.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --json}. */
public final class JsonFile {
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the results to this file")
    private @Nullable Path file;

    /** @throws IllegalArgumentException if the directory of the file does not exist */
    public Optional<Path> file() {
        return Checks.inDirectory("--json", file);
    }

    /** Writes an indented file, if one was requested. */
    public static void write(Optional<Path> file, ObjectNode results) throws IOException {
        if (file.isPresent())
            new ObjectMapper()
                    .writerWithDefaultPrettyPrinter()
                    .writeValue(file.get().toFile(), results);
    }
}
