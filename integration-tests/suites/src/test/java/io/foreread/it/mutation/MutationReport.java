package io.foreread.it.mutation;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats the results of the mutants as text. */
record MutationReport(List<Mutant> mutants, Survivors survivors) {
    double killedPercent() {
        return 100.0 * killed(mutants) / mutants.size();
    }

    /** A line per class, then the survivors with their reasons. */
    @Override
    public String toString() {
        Map<String, List<Mutant>> types =
                mutants.stream().collect(Collectors.groupingBy(Mutant::type, TreeMap::new, Collectors.toList()));
        StringBuilder text = new StringBuilder();
        add(text, "%n%-36s %7s %7s%n", "class", "killed", "mutants");
        types.forEach((type, all) -> add(text, "%-36s %7d %7d%n", type, killed(all), all.size()));
        add(text, "%-36s %7d %7d  %.1f %%%n%n", "all", killed(mutants), mutants.size(), killedPercent());
        for (Mutant mutant : mutants) {
            if (mutant.detected()) continue;
            String reason = survivors.reasons().getOrDefault(mutant.key(), "NOT EXPLAINED");
            add(text, "survives: %s (line %d, %s)%n", mutant.key(), mutant.line(), mutant.description());
            add(text, "          %s%n", reason);
        }
        return text.toString();
    }

    private static long killed(List<Mutant> mutants) {
        return mutants.stream().filter(Mutant::detected).count();
    }

    private static void add(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments));
    }
}
