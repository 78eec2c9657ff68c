package io.foreread.it.summary;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/** The suites that {@code .ci/run} may run a second time, as {@code .ci/retry-allowed} lists them. */
final class RetryAllowed {
    static final int MAX_ENTRIES = 3;
    private static final int MIN_REASON_CHARS = 20;

    private RetryAllowed() {}

    /** The problems of the lines of the file; empty if all are valid. */
    static List<String> defects(List<String> lines, List<String> suites) {
        List<String> defects = new ArrayList<>();
        List<String> entries = lines.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        if (entries.size() > MAX_ENTRIES) defects.add("more than " + MAX_ENTRIES + " entries");
        for (String entry : entries) {
            String[] fields = entry.split(" ", 3);
            if (!suites.contains(fields[0])) defects.add("no such suite: " + entry);
            if (fields.length < 2 || !isDate(fields[1])) defects.add("no date: " + entry);
            if (fields.length < 3 || fields[2].length() < MIN_REASON_CHARS) defects.add("no reason: " + entry);
        }
        return defects;
    }

    private static boolean isDate(String text) {
        try {
            return LocalDate.parse(text).getYear() > 2000;
        } catch (DateTimeParseException e) {
            return false;
        }
    }
}
