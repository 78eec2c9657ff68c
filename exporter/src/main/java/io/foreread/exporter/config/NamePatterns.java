package io.foreread.exporter.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Matches names by patterns with {@code *} for any characters. Immutable. */
public final class NamePatterns {
    private final List<Pattern> patterns = new ArrayList<>();

    private NamePatterns() {}

    /** @param text patterns separated by commas or spaces, with or without enclosing brackets */
    static NamePatterns of(String text) {
        NamePatterns names = new NamePatterns();
        for (String pattern : text.replaceAll("[\\[\\]\"']", " ").split("[,\\s]+")) {
            if (pattern.isEmpty()) continue;
            if (!pattern.matches("[\\w.*$:-]+"))
                throw new IllegalArgumentException("allowed are names with *, separated by commas or spaces");
            names.patterns.add(Pattern.compile(
                    pattern.replace(".", "\\.").replace("$", "\\$").replace("*", ".*")));
        }
        return names;
    }

    public boolean matches(String name) {
        for (Pattern pattern : patterns) if (pattern.matcher(name).matches()) return true;
        return false;
    }
}
