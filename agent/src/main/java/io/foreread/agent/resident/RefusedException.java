package io.foreread.agent.resident;

/** Thrown if an attachment does not start for a reason that is no error of Foreread. The message is for the operator. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
        super(message);
    }
}
