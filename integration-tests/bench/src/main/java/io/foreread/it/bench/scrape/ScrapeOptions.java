package io.foreread.it.bench.scrape;

import io.foreread.it.bench.command.Checks;
import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.bench.results.ResultFile;
import io.foreread.it.fixture.CassandraVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The validated options of {@code ./bench scrape}.
 *
 * @param rounds number of nodes that are measured for each contender
 * @param scrapes number of measured scrapes for each contender, load and round
 */
record ScrapeOptions(
        List<Integer> tables,
        List<CassandraVersion> releases,
        Set<Load> loads,
        List<ExporterVariant> contenders,
        int rounds,
        int scrapes,
        ResultFile results) {
    private static final int MAX_TABLES = 5000;
    private static final int MIN_SCRAPES = 3;

    /**
     * @param exporters names of exporters; if this is empty, all that are available are measured
     * @param standaloneJar the jar of the standalone exporter, if it was built
     * @throws IllegalArgumentException if an option is wrong; the message contains the option and its valid values
     */
    static ScrapeOptions of(
            List<Integer> tables,
            List<String> releases,
            List<String> loads,
            List<String> exporters,
            int rounds,
            int scrapes,
            ResultFile results,
            Path standaloneJar) {
        for (int count : tables)
            if (count < 0 || count > MAX_TABLES)
                throw new IllegalArgumentException("--tables: " + count + " is not between 0 and " + MAX_TABLES);
        if (scrapes < MIN_SCRAPES)
            throw new IllegalArgumentException(
                    "--scrapes: " + scrapes + " is less than " + MIN_SCRAPES + ", which a median needs");
        return new ScrapeOptions(
                List.copyOf(new LinkedHashSet<>(tables)),
                releases.stream().distinct().map(BenchNode::release).toList(),
                loads(loads),
                contenders(exporters, Files.isRegularFile(standaloneJar), standaloneJar),
                Checks.atLeast(1, "--rounds", rounds),
                scrapes,
                results);
    }

    private static Set<Load> loads(List<String> words) {
        Set<Load> loads = new LinkedHashSet<>();
        for (String word : words) {
            try {
                loads.add(Load.valueOf(word.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--load: '" + word + "' is neither idle nor busy", e);
            }
        }
        return loads;
    }

    /** @param names exporters such as {@code foreread}, or single configurations such as {@code foreread:all} */
    private static List<ExporterVariant> contenders(List<String> names, boolean standalone, Path standaloneJar) {
        List<ExporterVariant> chosen = new ArrayList<>();
        for (ExporterVariant contender : ExporterVariant.values()) {
            if (names.isEmpty() && contender == ExporterVariant.FOREREAD_STANDALONE && !standalone) continue;
            if (names.isEmpty() || names.stream().anyMatch(contender::isNamed)) chosen.add(contender);
        }
        for (String name : names)
            if (chosen.stream().noneMatch(contender -> contender.isNamed(name)))
                throw new IllegalArgumentException("--exporters: '" + name + "' is none of "
                        + String.join(", ", ExporterVariant.exporters())
                        + ", nor one of these with a configuration, such as "
                        + ExporterVariant.FOREREAD_ALL.exporter() + ":" + ExporterVariant.FOREREAD_ALL.config());
        if (!standalone && chosen.contains(ExporterVariant.FOREREAD_STANDALONE))
            throw new IllegalArgumentException("--exporters: " + ExporterVariant.FOREREAD_STANDALONE.exporter()
                    + " is not at " + standaloneJar + "; build it with ./mvnw -DskipTests package");
        return chosen;
    }
}
