package io.foreread.agent.resident;

/** The answer to a command. Immutable. */
final class Answer {
    private final String kind;
    private final String message;

    private Answer(String kind, String message) {
        this.kind = kind;
        // The process that sent the command reads one line.
        this.message = message.replace('\r', ' ').replace('\n', ' ');
    }

    static Answer ok(String message) {
        return new Answer("ok", message);
    }

    /** The command was not carried out, and changed nothing. */
    static Answer refused(String reason) {
        return new Answer("refused", reason);
    }

    static Answer failed(String reason) {
        return new Answer("failed", reason);
    }

    boolean isOk() {
        return kind.equals("ok");
    }

    boolean isRefused() {
        return kind.equals("refused");
    }

    String message() {
        return message;
    }

    @Override
    public String toString() {
        return kind + ' ' + message;
    }
}
