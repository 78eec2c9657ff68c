package io.foreread.it.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The mutants that no test kills, each with the reason why this is acceptable: {@code key: reason}. */
record Survivors(Map<String, String> reasons) {
    /** The content of {@code mutation/survivors.txt}. */
    static Survivors explained() {
        try (InputStream in = Survivors.class.getResourceAsStream("/mutation/survivors.txt")) {
            return of(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Survivors of(List<String> lines) {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) continue;
            int colon = line.indexOf(": ");
            if (colon < 0 || reasons.put(line.substring(0, colon), line.substring(colon + 2)) != null)
                throw new IllegalArgumentException("expected one line 'mutant: reason' for each mutant: " + line);
        }
        return new Survivors(reasons);
    }

    List<Mutant> unexplained(List<Mutant> mutants) {
        return mutants.stream()
                .filter(mutant -> !mutant.detected() && !reasons.containsKey(mutant.key()))
                .toList();
    }

    /** Mutants that have a reason although they were killed or do not exist. Ignores classes that were not mutated. */
    List<String> outdated(List<Mutant> mutants) {
        List<String> types = mutants.stream().map(Mutant::type).distinct().toList();
        List<String> surviving = mutants.stream()
                .filter(mutant -> !mutant.detected())
                .map(Mutant::key)
                .toList();
        return reasons.keySet().stream()
                .filter(key -> types.contains(key.substring(0, key.indexOf('.'))))
                .filter(key -> !surviving.contains(key))
                .toList();
    }
}
