package io.foreread.exporter.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Matches names by patterns with {@code *} for any characters. Immutable. */
public final class NamePatterns {
    private final List<Pattern> patterns = new ArrayList<>();

    private NamePatterns() {}

    static NamePatterns of(List<String> items) {
        NamePatterns names = new NamePatterns();
        for (String pattern : items) {
            if (!pattern.matches("[\\w.*$:-]+"))
                throw new IllegalArgumentException(
                        "allowed are lists of names, with * for any characters, not '" + pattern + "'");
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
