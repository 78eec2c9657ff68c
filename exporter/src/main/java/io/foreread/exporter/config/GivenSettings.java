package io.foreread.exporter.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds the settings as they are given by a file, arguments or properties, in the order in which they were given. Keys and
 * values are not checked here. Not thread-safe.
 */
public final class GivenSettings {
    private final Map<String, GivenValue> values = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final TreeSet<String> problemKeys = new TreeSet<>();

    /** Creates settings that do not come from a file. */
    public static GivenSettings of(Map<String, String> texts) {
        GivenSettings settings = new GivenSettings();
        texts.forEach(settings::put);
        return settings;
    }

    /** Sets a value that has precedence over an earlier one. */
    public void put(String key, String text) {
        values.put(key, GivenValue.of(text));
    }

    /** Adds settings that have precedence over those of this object. */
    public void putAll(GivenSettings later) {
        values.putAll(later.values);
        problems.addAll(later.problems);
        problemKeys.addAll(later.problemKeys);
    }

    void put(String key, GivenValue value) {
        values.put(key, value);
    }

    @Nullable
    GivenValue get(String key) {
        return values.get(key);
    }

    void addProblem(String key, String problem) {
        problems.add(problem);
        problemKeys.add(key);
    }

    boolean hasProblem(String key) {
        return problemKeys.contains(key);
    }

    /** @return the text of the value; null if the key is not set or its value is a list */
    public @Nullable String text(String key) {
        GivenValue value = values.get(key);
        return value == null ? null : value.text();
    }

    public void remove(String key) {
        values.remove(key);
    }

    public void forEach(BiConsumer<String, GivenValue> action) {
        values.forEach(action);
    }

    /** Returns the settings whose keys belong to the list if {@code owned} is true, and all other settings if it is false. */
    public GivenSettings ownedBy(SettingList list, boolean owned) {
        GivenSettings some = new GivenSettings();
        values.forEach((key, value) -> {
            if (list.owns(key) == owned) some.values.put(key, value);
        });
        return some;
    }

    /** Returns the values by key, to compare two configurations. Keys without a value are left out. */
    public Map<String, GivenValue> set() {
        Map<String, GivenValue> set = new LinkedHashMap<>(values);
        set.values().removeIf(GivenValue::isUnset);
        return set;
    }

    /**
     * One line per problem of a file, such as a key that is set twice. These problems do not depend on which keys are
     * allowed.
     */
    public List<String> problems() {
        return Collections.unmodifiableList(problems);
    }

    /** The keys that have {@link #problems}. */
    public Iterable<String> problemKeys() {
        return Collections.unmodifiableSet(problemKeys);
    }
}
