package io.foreread.agent.command.check;

/** The meaning of a finding for the use of Foreread. */
public enum Verdict {
    /** The finding does not affect the gain, and nothing has to be changed. */
    OK("ok"),
    /** The finding allows the full gain. */
    HELPS("helps"),
    /** Only a part of the gain is possible. */
    HELPS_LITTLE("helps little"),
    /** It could not be determined whether the gain is possible. */
    UNKNOWN("unknown"),
    /** Scans do not become faster. */
    DOES_NOTHING("does nothing"),
    /**
     * Foreread cannot work as configured: Java is too old, direct memory is too small or the port is in use. The verdict
     * does not affect the gain of scans.
     */
    PROBLEM("problem");

    private final String label;

    Verdict(String label) {
        this.label = label;
    }

    /** Whether a finding with this verdict affects the gain of scans. */
    boolean decides() {
        return this != OK && this != PROBLEM;
    }

    @Override
    public String toString() {
        return label;
    }
}
