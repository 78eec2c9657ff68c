package io.foreread.it.bench.results;

import io.foreread.it.fixture.ProjectFiles;
import java.nio.file.Path;
import java.util.List;

/** The files of this checkout that the results of benchmarks use. */
public final class Checkout {
    /** The directory of files with results, relative to the checkout. */
    public static final String RESULTS = "docs/results";

    /** The documents with tables, relative to the checkout. */
    public static final List<String> DOCUMENTS = List.of("README.md", "docs/performance.md");

    private Checkout() {}

    /**
     * Returns the directory of the checkout: the value of {@code -Dforeread.checkout}, which {@code ./bench} sets, or the one
     * around the working directory.
     *
     * @throws IllegalStateException if there is none
     */
    public static Path root() {
        String set = System.getProperty("foreread.checkout");
        return set != null ? Path.of(set) : ProjectFiles.of("");
    }
}
