package io.foreread.it.bench.laboratory;

import io.foreread.it.bench.command.Checks;
import java.util.List;
import picocli.CommandLine.Option;

/** The options for contenders and rounds. */
public final class VariantOptions {
    private final List<ReaderVariant> usual;

    @Option(
            names = "--contenders",
            paramLabel = "ID,...",
            split = ",",
            completionCandidates = ReaderVariant.Ids.class,
            description = {
                "Any of ${COMPLETION-CANDIDATES}.",
                "Settings of Foreread follow its name, as in 5.0.3-foreread+direct-io=true+block-size=1MiB.",
                "The last of these contenders reads ahead only with +read-ahead=on."
            })
    private List<String> contenders = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Number of rounds, each of which measures every contender once. Default: ${DEFAULT-VALUE}")
    private int rounds;

    /** @param usual the default contenders; an empty list means the defaults of {@link ReaderVariant#named} */
    public VariantOptions(List<ReaderVariant> usual, int rounds) {
        this.usual = usual;
        this.rounds = rounds;
    }

    /** @throws IllegalArgumentException if a contender is wrong; the message contains the option and its valid values */
    public List<ReaderVariant> contenders() {
        return contenders.isEmpty() && !usual.isEmpty() ? usual : ReaderVariant.named(contenders);
    }

    /** @throws IllegalArgumentException if there are no rounds */
    public int rounds() {
        return Checks.atLeast(1, "--rounds", rounds);
    }
}
