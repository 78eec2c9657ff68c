package io.foreread.it.bench.results;

import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Generates the tables of a document from files with results. A table is between two comments, of which the first names
 * the file and the table: {@code <!-- results: startup.json starts -->} and {@code <!-- end of results -->}. The table
 * {@code run} of each file is a line about the run. {@code <!-- results: headlines -->} and
 * {@code <!-- results: goals-not-met -->} begin the tables that summarize all files.
 */
public final class ResultTables {
    private static final String END = "<!-- end of results -->";
    private static final Pattern BEGIN = Pattern.compile("(?m)^<!-- results:(.*)-->$");
    private static final Pattern NAMES = Pattern.compile(" ([A-Za-z0-9._-]+\\.json) ([a-z0-9-]+) ");
    private static final String RUN = "run";

    private final Path directory;
    private final Map<String, BenchTables<?>> benches;

    /**
     * @param directory the directory of the files with results
     * @param benches the tables of each benchmark, by its name
     */
    public ResultTables(Path directory, Map<String, BenchTables<?>> benches) {
        this.directory = directory;
        this.benches = benches;
    }

    /**
     * Returns the document with generated tables.
     *
     * @throws IllegalArgumentException if a comment, a file or a table is wrong or missing; the message contains the line of
     *     the document, the file and the reason
     */
    public String generate(String document) {
        Map<String, Supplier<String>> summaries = new HeadlineTables(directory, benches, document).tables();
        StringBuilder generated = new StringBuilder();
        int copied = 0;
        Matcher begin = BEGIN.matcher(document);
        while (begin.find(copied)) {
            long line = document.substring(0, begin.start()).lines().count() + 1;
            String what = "line " + line + ": ";
            int end = document.indexOf(END, begin.end());
            Matcher next = BEGIN.matcher(document);
            if (end < 0 || (next.find(begin.end()) && next.start() < end))
                throw new IllegalArgumentException(what + "there is no " + END + " after " + begin.group());
            generated.append(document, copied, begin.end()).append("\n\n");
            generated.append(table(what, begin.group(1), summaries)).append('\n');
            copied = end;
        }
        if (document.indexOf(END, copied + (copied == 0 ? 0 : END.length())) >= 0)
            throw new IllegalArgumentException("there is an " + END + " without a begin");
        return generated.append(document.substring(copied)).toString();
    }

    /** Returns the names of all files that the document uses. */
    public static SortedSet<String> files(String document) {
        SortedSet<String> files = new TreeSet<>();
        BEGIN.matcher(document).results().forEach(begin -> {
            Matcher names = NAMES.matcher(begin.group(1));
            if (names.matches()) files.add(names.group(1));
        });
        return files;
    }

    private String table(String what, String comment, Map<String, Supplier<String>> summaries) {
        Supplier<String> summary = summaries.get(comment.strip());
        try {
            if (summary != null) return summary.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(what + e.getMessage(), e);
        }
        return table(what, comment);
    }

    private String table(String what, String comment) {
        Matcher names = NAMES.matcher(comment);
        if (!names.matches())
            throw new IllegalArgumentException(
                    what + "'" + comment.strip() + "' is not a file and a table, such as 'startup.json starts'");
        String file = names.group(1);
        String name = names.group(2);
        try {
            Envelope envelope = Envelope.read(directory.resolve(file));
            if (name.equals(RUN)) return envelope.words();
            BenchTables<?> tables = benches.get(envelope.bench());
            if (tables == null)
                throw new IllegalArgumentException("the benchmark '" + envelope.bench() + "' has no tables");
            return tables.table(name, envelope);
        } catch (IllegalArgumentException e) {
            String reason = e.getMessage();
            throw new IllegalArgumentException(
                    what + (reason != null && reason.contains(file) ? reason : file + ": " + reason), e);
        }
    }
}
