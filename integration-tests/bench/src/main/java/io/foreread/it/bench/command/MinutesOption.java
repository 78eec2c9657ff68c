package io.foreread.it.bench.command;

import picocli.CommandLine.Option;

/** The option {@code --minutes} of a benchmark that runs a load. */
public final class MinutesOption {
    private final int min;

    @Option(names = "--minutes", paramLabel = "N", description = "Duration of the load. Default: ${DEFAULT-VALUE}")
    private int minutes = 60;

    /** @param min the shortest load that is long enough for a result */
    public MinutesOption(int min) {
        this.min = min;
    }

    /** @throws IllegalArgumentException if the value is less than the minimum */
    public int minutes() {
        return Checks.atLeast(min, "--minutes", minutes);
    }
}
