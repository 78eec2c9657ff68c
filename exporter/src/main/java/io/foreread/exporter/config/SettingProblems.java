package io.foreread.exporter.config;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Collects the problems found when settings are read: one line for each, with key, value and allowed values. */
public final class SettingProblems {
    private static final int MAX_SUGGESTION_DISTANCE = 2;

    private final List<String> lines;
    private final Collection<String> allowedKeys;
    private final Set<String> keys = new TreeSet<>();

    /**
     * @param lines receives the problems
     * @param allowedKeys the keys that a message about an unknown key can suggest
     */
    public SettingProblems(List<String> lines, Collection<String> allowedKeys) {
        this.lines = lines;
        this.allowedKeys = allowedKeys;
    }

    /**
     * Joins the problems. A single problem is returned unchanged. Several problems have one line each, and the text
     * begins with a line break.
     */
    public static String text(List<String> problems) {
        return problems.size() == 1 ? problems.get(0) : "\n  " + String.join("\n  ", problems);
    }

    /** The keys that have problems. */
    public Set<String> keys() {
        return Collections.unmodifiableSet(keys);
    }

    void wrongValue(String key, GivenValue value, String allowed) {
        keys.add(key);
        lines.add(value.place() + key + ": " + value + " is not allowed; " + allowed);
    }

    void missingValue(String key, GivenValue value) {
        keys.add(key);
        lines.add(value.keyPlace() + key + " has no value; set it, or remove the key");
    }

    void unknownKey(String key, GivenValue value) {
        keys.add(key);
        lines.add(value.keyPlace() + "unknown key '" + key + "'" + (value.isUnset() ? "" : " (value " + value + ")")
                + "; " + hint(key));
    }

    private String hint(String key) {
        String parent = key;
        while (parent.contains(".")) {
            parent = parent.substring(0, parent.lastIndexOf('.'));
            if (allowedKeys.contains(parent)) return parent + " takes a value and has no keys below it";
        }
        String nearest = null;
        int smallest = MAX_SUGGESTION_DISTANCE + 1;
        for (String allowed : withSections(allowedKeys)) {
            int distance = distance(key, allowed);
            if (distance < smallest) {
                smallest = distance;
                nearest = allowed;
            }
        }
        return nearest == null ? "allowed are " + String.join(", ", allowedKeys) : "did you mean '" + nearest + "'?";
    }

    /** Returns the keys and all sections that contain them, such as {@code metrics.table}. */
    private static Set<String> withSections(Collection<String> keys) {
        Set<String> all = new LinkedHashSet<>(keys);
        for (String key : keys)
            for (int dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) all.add(key.substring(0, dot));
        return all;
    }

    /**
     * Returns how many characters must be inserted, removed, replaced or swapped with the next one to turn one text
     * into the other.
     */
    private static int distance(String one, String other) {
        int[][] distance = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    distance[i][j] = i + j;
                    continue;
                }
                int replaced = distance[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                distance[i][j] = Math.min(replaced, 1 + Math.min(distance[i - 1][j], distance[i][j - 1]));
                if (i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1))
                    distance[i][j] = Math.min(distance[i][j], distance[i - 2][j - 2] + 1);
            }
        }
        return distance[one.length()][other.length()];
    }
}
