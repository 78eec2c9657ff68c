package io.foreread.it.bench;

import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.Checks;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.results.ResultFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench probe}. */
@Command(
        name = "probe",
        description =
                "Measures, with JMH, nanoseconds and allocated bytes per probe and per chunk of a read-ahead block.")
final class ProbeCommand extends BenchCommand<ProbeCommand.Options> {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    @Option(names = "--threads", defaultValue = "2", description = "Number of threads. Default: ${DEFAULT-VALUE}")
    private int threads;

    @Mixin
    private final JsonFile json = new JsonFile();

    record Options(int threads, ResultFile results) {}

    /** The mean cost of a call in one iteration. */
    private record Iteration(String probe, double nanos, double allocatedBytes) {}

    @Override
    protected Options options() {
        return new Options(Checks.atLeast(1, "--threads", threads), json.results());
    }

    @Override
    protected boolean measure(Options options) {
        List<Iteration> iterations = new ArrayList<>();
        for (RunResult run : run(options.threads))
            for (BenchmarkResult fork : run.getBenchmarkResults())
                for (IterationResult iteration : fork.getIterationResults())
                    iterations.add(new Iteration(
                            run.getPrimaryResult().getLabel(),
                            iteration.getPrimaryResult().getScore(),
                            allocatedBytes(iteration)));
        options.results.write(List.of(), Map.of("threads", options.threads, "iterations", iterations));
        return true;
    }

    private static Iterable<RunResult> run(int threads) {
        try {
            return new Runner(new OptionsBuilder()
                            .include(ProbeBench.class.getName())
                            .addProfiler(GCProfiler.class)
                            .threads(threads)
                            .build())
                    .run();
        } catch (RunnerException e) {
            throw new IllegalStateException(e);
        }
    }

    private static double allocatedBytes(IterationResult iteration) {
        return iteration.getSecondaryResults().values().stream()
                .filter(result -> result.getLabel().endsWith(ALLOCATED))
                .mapToDouble(result -> result.getScore())
                .sum();
    }
}
