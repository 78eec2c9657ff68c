package io.foreread.it.bench.results;

import io.foreread.it.bench.comparison.Measured;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The measured values of files with results. Each file is read once. Not thread-safe. */
final class MeasuredFiles {
    private final Path directory;
    private final Map<String, BenchTables<?>> benches;
    private final Map<String, List<Measured>> files = new HashMap<>();

    MeasuredFiles(Path directory, Map<String, BenchTables<?>> benches) {
        this.directory = directory;
        this.benches = benches;
    }

    /** @throws IllegalArgumentException if the file is missing or wrong; the message contains its name */
    List<Measured> of(String file) {
        return files.computeIfAbsent(file, this::read);
    }

    private List<Measured> read(String file) {
        Envelope envelope = Envelope.read(directory.resolve(file));
        BenchTables<?> tables = benches.get(envelope.bench());
        if (tables == null)
            throw new IllegalArgumentException(file + ": the benchmark '" + envelope.bench() + "' has no tables");
        try {
            return tables.measured(envelope);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Finds a value by the first two columns of its table.
     *
     * @throws IllegalArgumentException if the file does not contain exactly one such value; the message contains similar ones
     */
    Measured find(String file, String quantity, String of) {
        List<Measured> all = of(file);
        List<Measured> found = all.stream()
                .filter(measured ->
                        measured.quantity().equals(quantity) && measured.of().equals(of))
                .toList();
        if (found.size() == 1) return found.get(0);
        String others = all.stream()
                .filter(measured -> measured.quantity().equals(quantity))
                .map(Measured::of)
                .distinct()
                .collect(Collectors.joining("', '"));
        if (others.isEmpty())
            throw new IllegalArgumentException(file + " has no quantity '" + quantity + "', but '"
                    + all.stream().map(Measured::quantity).distinct().collect(Collectors.joining("', '")) + "'");
        throw new IllegalArgumentException(file + " has " + (found.isEmpty() ? "no" : found.size()) + " '" + quantity
                + "' of '" + of + "', but of '" + others + "'");
    }
}
