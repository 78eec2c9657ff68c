package io.foreread.it.bench.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Checks the options of a benchmark before it starts anything, runs it, and reports its failures. Exit code 0: everything
 * was measured, and each limit was kept; 1: something failed, or a limit was exceeded; 2: wrong options.
 *
 * @param <O> the validated options
 */
public abstract class BenchCommand<O> implements Callable<Integer> {
    private final BenchConsole console = new BenchConsole();

    @Spec
    private CommandSpec spec;

    /** @throws IllegalArgumentException if an option is wrong; the message contains the option and its valid values */
    protected abstract O options();

    /**
     * Measures and prints the results.
     *
     * @return whether each limit of the benchmark was kept; true if the benchmark has no limits
     */
    protected abstract boolean measure(O options) throws IOException;

    protected final BenchConsole console() {
        return console;
    }

    @Override
    public final Integer call() throws IOException {
        O options;
        try {
            options = options();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        boolean limitsKept = false;
        try {
            limitsKept = measure(options);
        } catch (RuntimeException e) {
            console.fail("./" + spec.qualifiedName(), e);
        }
        return limitsKept && !console.hasFailed() ? 0 : 1;
    }
}
