package io.foreread.agent.command.check;

import java.util.LinkedHashMap;
import java.util.Map;

/** A fact about a node, what it means, why, and what to do. Immutable. */
public final class Finding {
    private final String name;
    private final String value;
    private final Verdict verdict;
    private final String reason;

    Finding(String name, String value, Verdict verdict, String reason) {
        this.name = name;
        this.value = value;
        this.verdict = verdict;
        this.reason = reason;
    }

    public String name() {
        return name;
    }

    public String value() {
        return value;
    }

    public Verdict verdict() {
        return verdict;
    }

    /** Explains the verdict in a few sentences, and how to solve a problem. */
    public String reason() {
        return reason;
    }

    Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("name", name);
        values.put("value", value);
        values.put("verdict", verdict);
        values.put("reason", reason);
        return values;
    }
}
