package io.foreread.agent.command.check;

/** What a finding means for the use of Foreread. */
public enum Verdict {
    /** Nothing to decide or to change. */
    OK("ok"),
    /** Foreread works with it, and it allows the full gain. */
    HELPS("helps"),
    /** Only a part of the gain is possible. */
    HELPS_LITTLE("helps little"),
    /** The value could not be determined. */
    UNKNOWN("unknown"),
    /** Scans do not become faster. */
    DOES_NOTHING("does nothing"),
    /** Something that Foreread needs is missing. It does not depend on the gain. */
    PROBLEM("problem");

    private final String label;

    Verdict(String label) {
        this.label = label;
    }

    /** Whether it decides about the gain of scans. */
    boolean decides() {
        return this != OK && this != PROBLEM;
    }

    @Override
    public String toString() {
        return label;
    }
}
