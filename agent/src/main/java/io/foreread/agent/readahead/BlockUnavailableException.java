package io.foreread.agent.readahead;

/**
 * Thrown if the pool has no memory for a scan or writer, which then uses Cassandra's code, or for work ahead, which is then not
 * done. It has no stack trace, because the cause is not in the caller.
 */
public final class BlockUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The kind of memory that was missing. */
    public enum Reason {
        /** The budget, or the share of this use, is allocated. */
        BUDGET_SPENT,
        /** The JVM has no direct memory to spare. */
        DIRECT_MEMORY
    }

    private final Reason reason;

    BlockUnavailableException(Reason reason) {
        super(reason.name(), null, false, false);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
