package io.foreread.it.bench.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.InjectableValues;
import io.foreread.it.bench.comparison.Measured;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The tables that a benchmark makes from its results, by name, and the values that summaries can contain. The benchmark
 * prints the same tables.
 *
 * @param type the record of the results
 * @param tables for each name, a function that returns the table in Markdown
 * @param measured returns all values that are compared with a goal or with each other; the tables contain the same ones
 * @param <D> the type of the results
 */
public record BenchTables<D>(
        Class<D> type, Map<String, Function<D, String>> tables, Function<D, List<Measured>> measured) {
    /** The name of an injected value: the number of cores of the machine that a file names. */
    public static final String CORES = "cores";
    /** The name of an injected value: null for a property that earlier files do not have. */
    public static final String ABSENT = "absent";

    /**
     * @param file the file with results
     * @throws IllegalArgumentException if there is no table with this name or if the results have another form
     */
    String table(String name, Envelope file) {
        Function<D, String> table = tables.get(name);
        if (table == null)
            throw new IllegalArgumentException(
                    "there is no table '" + name + "', but run, " + String.join(", ", new TreeSet<>(tables.keySet())));
        return table.apply(read(file));
    }

    /** @throws IllegalArgumentException if the results have another form */
    List<Measured> measured(Envelope file) {
        return measured.apply(read(file));
    }

    /** @throws IllegalArgumentException if the results have another form */
    public D read(Envelope file) {
        try {
            return Json.MAPPER
                    .reader(new InjectableValues.Std()
                            .addValue(CORES, file.machine().cores())
                            .addValue(ABSENT, null))
                    .treeToValue(file.data(), type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("data: " + Json.reason(e), e);
        }
    }
}
