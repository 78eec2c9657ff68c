package io.foreread.it.bench.results;

import io.foreread.it.bench.comparison.MarkdownTable;
import io.foreread.it.bench.comparison.Measured;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The two tables that summarize all files with results: {@code headlines} contains the values that
 * {@code docs/results/headlines.md} selects, and {@code goals-not-met} all goals that are not met in a file that the document
 * uses. The values and verdicts are those of the tables of single files.
 */
final class HeadlineTables {
    private static final List<String> HEADLINES =
            List.of("what", "compared with", "file", "quantity", "of", "unit", "label");
    private static final List<String> GOALS = List.of("what", "file", "quantity", "of");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    private final Path directory;
    private final MeasuredFiles files;
    private final String document;

    /** @param document the text of the document, which contains the sections that the tables link to */
    HeadlineTables(Path directory, Map<String, BenchTables<?>> benches, String document) {
        this.directory = directory;
        files = new MeasuredFiles(directory, benches);
        this.document = document;
    }

    /** The functions that return the tables, by name. */
    Map<String, Supplier<String>> tables() {
        return Map.of("headlines", this::headlines, "goals-not-met", this::goalsNotMet);
    }

    /** One row for each "what" and "compared with". Rows of the file that have both in common are values of one cell. */
    private String headlines() {
        MarkdownTable table = new MarkdownTable(List.of("what", "compared with", "result", "details"));
        List<String> values = new ArrayList<>();
        Set<String> links = new LinkedHashSet<>();
        List<Headline> rows = Headline.read(directory, "Results", HEADLINES);
        for (int i = 0; i < rows.size(); i++) {
            Headline row = rows.get(i);
            values.add(measured(row, 2).summary(row.cells().get(5), row.cells().get(6)));
            links.add(link(row.cells().get(2)));
            List<String> what = row.cells().subList(0, 2);
            if (i + 1 < rows.size() && rows.get(i + 1).cells().subList(0, 2).equals(what)) continue;
            table.row(what.get(0), what.get(1), String.join(", ", values), String.join(", ", links));
            values.clear();
            links.clear();
        }
        return table.text();
    }

    private String goalsNotMet() {
        List<Headline> texts = Headline.read(directory, "Goals", GOALS);
        for (Headline text : texts) measured(text, 1);
        MarkdownTable table = new MarkdownTable(List.of("what", "of", "goal", "median (95 % interval)", "details"));
        for (String file : ResultTables.files(document))
            for (Measured measured : files.of(file))
                if (measured.isNotMet())
                    table.row(
                            text(texts, file, measured),
                            measured.of(),
                            measured.goalWords(),
                            measured.words(),
                            link(file));
        return table.text();
    }

    private static String text(List<Headline> texts, String file, Measured measured) {
        List<String> key = List.of(file, measured.quantity(), measured.of());
        return texts.stream()
                .filter(text -> text.cells().subList(1, 4).equals(key))
                .map(text -> text.cells().get(0))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a goal is not met and has no text: add the row"
                        + " '| TEXT | " + String.join(" | ", key) + " |' below Goals in " + Headline.FILE));
    }

    /** @param from the index of the cell with the name of the file, which those of the quantity and of the contenders follow */
    private Measured measured(Headline row, int from) {
        List<String> cells = row.cells();
        try {
            return files.find(cells.get(from), cells.get(from + 1), cells.get(from + 2));
        } catch (IllegalArgumentException e) {
            throw row.wrong(String.valueOf(e.getMessage()));
        }
    }

    /** A link to the section that contains the line about the run of a file. */
    private String link(String file) {
        int run = document.indexOf("<!-- results: " + file + " run -->");
        if (run < 0) throw new IllegalArgumentException("there is no <!-- results: " + file + " run -->");
        String title = "";
        Matcher heading = HEADING.matcher(document).region(0, run);
        while (heading.find()) title = heading.group(1);
        String anchor =
                title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-');
        return "[" + title + "](#" + anchor + ")";
    }
}
