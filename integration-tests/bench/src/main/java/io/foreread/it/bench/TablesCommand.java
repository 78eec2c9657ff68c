package io.foreread.it.bench;

import io.foreread.it.bench.abuse.AbuseBench;
import io.foreread.it.bench.compaction.CompactionBench;
import io.foreread.it.bench.cores.CoresBench;
import io.foreread.it.bench.memory.MemoryBench;
import io.foreread.it.bench.readahead.KernelReadAheadBench;
import io.foreread.it.bench.reads.ReadsBench;
import io.foreread.it.bench.results.BenchTables;
import io.foreread.it.bench.results.Checkout;
import io.foreread.it.bench.results.ResultTables;
import io.foreread.it.bench.scrape.ScrapeBench;
import io.foreread.it.bench.startup.StartupBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code ./bench tables}. Exit code 0: the tables are written, or equal with {@code --check}; 1: a table differs, or a file
 * is wrong or missing.
 */
@Command(
        name = "tables",
        usageHelpWidth = 110,
        description = {
            "Generates the tables of README.md and docs/performance.md from the files in docs/results. A table is between",
            "the lines",
            "<!-- results: FILE TABLE --> and <!-- end of results -->. docs/results/README.md lists the tables.",
            ""
        })
final class TablesCommand implements Callable<Integer> {
    /** The tables of each benchmark, by its name. */
    static final Map<String, BenchTables<?>> BENCHES = Map.of(
            "abuse", AbuseBench.TABLES,
            "compaction", CompactionBench.TABLES,
            "cores", CoresBench.TABLES,
            "memory", MemoryBench.TABLES,
            "readahead", KernelReadAheadBench.TABLES,
            "reads", ReadsBench.TABLES,
            "scrape", ScrapeBench.TABLES,
            "startup", StartupBench.TABLES);

    @Spec
    private CommandSpec spec;

    @Option(names = "--check", description = "Change nothing, and fail if a table differs")
    private boolean check;

    @Override
    public Integer call() throws IOException {
        Path root = Checkout.root();
        for (String document : Checkout.DOCUMENTS) {
            String problem = problem(root, document);
            if (problem.isEmpty()) continue;
            spec.commandLine().getErr().println(document + ", " + problem);
            return 1;
        }
        spec.commandLine()
                .getOut()
                .println("The tables of " + String.join(" and ", Checkout.DOCUMENTS) + " equal the files in "
                        + Checkout.RESULTS + ".");
        return 0;
    }

    private String problem(Path root, String document) throws IOException {
        try {
            return run(root.resolve(document), root.resolve(Checkout.RESULTS), check);
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /**
     * Generates the tables of a document.
     *
     * @param check whether to change nothing
     * @return the first difference of a check; empty if there is none, or without a check
     * @throws IllegalArgumentException if a comment, a file or a table is wrong or missing
     */
    static String run(Path document, Path results, boolean check) throws IOException {
        String before = Files.readString(document);
        String after = new ResultTables(results, BENCHES).generate(before);
        if (before.equals(after)) return "";
        if (!check) {
            Files.writeString(document, after);
            return "";
        }
        String[] old = before.split("\n", -1);
        String[] now = after.split("\n", -1);
        int line = 0;
        while (line < Math.min(old.length, now.length) && old[line].equals(now[line])) line++;
        return "line " + (line + 1) + " differs from the results: run ./bench tables. It is\n  "
                + (line < old.length ? old[line] : "") + "\ninstead of\n  " + (line < now.length ? now[line] : "");
    }
}
