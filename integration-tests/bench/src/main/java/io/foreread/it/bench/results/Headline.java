package io.foreread.it.bench.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A row of {@code docs/results/headlines.md}: texts, and the measured value that they describe.
 *
 * @param line the number of the line in the file
 * @param cells the cells, in the order of the columns
 */
record Headline(int line, List<String> cells) {
    /** The name of the file, in the directory of the files with results. */
    static final String FILE = "headlines.md";

    /**
     * Reads the table below a heading of the file.
     *
     * @throws IllegalArgumentException if the file, the heading or a column is missing, or if a row has too few or too many
     *     cells; the message contains the name of the file
     */
    static List<Headline> read(Path directory, String heading, List<String> columns) {
        List<String> lines = lines(directory.resolve(FILE));
        int start = lines.indexOf("## " + heading);
        if (start < 0) throw new IllegalArgumentException(FILE + " has no heading '" + heading + "'");
        List<Headline> rows = new ArrayList<>();
        for (int i = start + 1; i < lines.size() && !lines.get(i).startsWith("## "); i++) {
            if (!lines.get(i).startsWith("|")) continue;
            Headline row = new Headline(i + 1, cells(lines.get(i)));
            if (row.cells.size() != columns.size())
                throw row.wrong(row.cells.size() + " cells instead of " + columns.size());
            rows.add(row);
        }
        if (rows.isEmpty() || !rows.get(0).cells.equals(columns))
            throw new IllegalArgumentException(
                    FILE + ", " + heading + ": the table must have the columns " + String.join(", ", columns));
        // The second row separates the columns from the cells.
        return rows.subList(Math.min(2, rows.size()), rows.size());
    }

    /** An exception about this row. */
    IllegalArgumentException wrong(String reason) {
        return new IllegalArgumentException(FILE + ", line " + line + ": " + reason);
    }

    private static List<String> lines(Path file) {
        if (!Files.isRegularFile(file)) throw new IllegalArgumentException("there is no file " + FILE);
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + FILE, e);
        }
    }

    private static List<String> cells(String line) {
        String inner = line.strip().replaceAll("^\\||\\|$", "");
        return Arrays.stream(inner.split("\\|", -1)).map(String::strip).toList();
    }
}
