package io.foreread.agent.readahead;

/** No memory for a scan: it uses the stock reader. Without a stack trace, because it says nothing about the caller. */
public final class BlockRefused extends Exception {
    private static final long serialVersionUID = 1L;

    /** What was missing. */
    public enum Reason {
        /** All of the budget is lent out. */
        BUDGET_SPENT,
        /** The JVM has no direct memory to spare. */
        DIRECT_MEMORY
    }

    private final Reason reason;

    BlockRefused(Reason reason) {
        super(reason.name(), null, false, false);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
