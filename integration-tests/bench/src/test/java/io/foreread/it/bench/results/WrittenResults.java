package io.foreread.it.bench.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes results to a file and generates a table from it, as {@code ./bench tables} does. */
public final class WrittenResults {
    private WrittenResults() {}

    public static String table(BenchTables<?> tables, String name, Object data) {
        try {
            Path directory = Files.createTempDirectory("results");
            Path file = directory.resolve("file.json");
            try {
                new ResultFile(file, "bench", "./bench").write(List.of(), data);
                String generated = new ResultTables(directory, Map.of("bench", tables))
                        .generate("<!-- results: file.json " + name + " -->\n<!-- end of results -->\n");
                return generated
                        .lines()
                        .filter(line -> line.startsWith("|"))
                        .map(line -> line + "\n")
                        .reduce("", String::concat);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
