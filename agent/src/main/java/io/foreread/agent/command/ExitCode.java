package io.foreread.agent.command;

/** The exit codes of all subcommands. */
public enum ExitCode {
    YES(0, "The answer is yes, or the command has done its work."),
    NO(
            1,
            "The answer is no: Foreread would not help, a problem was found, read-ahead is off, or the agent was not"
                    + " attached or detached."),
    USAGE(2, "The command line is not valid."),
    UNKNOWN(
            3,
            "There is no answer: a process, a file or a value could not be read, or it is unknown whether Foreread helps."
                    + " Standard error or the findings have the reason."),
    INCOMPLETE(4, "A detach is not complete: scans are still open, or a step has failed and has to be repeated.");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    /** One or two sentences for the documentation. */
    public String meaning() {
        return meaning;
    }
}
