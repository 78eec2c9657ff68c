package io.foreread.exporter.recorder;

/** The state of one hook and the reason for it. Immutable. */
public final class HookStatus {
    /** The label {@code state}. */
    public enum State {
        /** The hook fits the release, but Cassandra has not loaded the class yet. */
        WAITING("waiting"),
        APPLIED("applied"),
        SKIPPED("skipped"),
        FAILED("failed");

        private final String label;

        State(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    private final String hook;
    private final State state;
    private final String reason;

    /** @param reason one short sentence, or empty */
    public HookStatus(String hook, State state, String reason) {
        this.hook = hook;
        this.state = state;
        this.reason = reason;
    }

    public String hook() {
        return hook;
    }

    public State state() {
        return state;
    }

    public String reason() {
        return reason;
    }
}
