package io.foreread.it.bench.comparison;

/** Whether measurements show that a goal is met. */
public enum GoalVerdict {
    MET("met"),
    NOT_MET("**not met**"),
    /** The median meets the goal, but the interval is too wide, or there is no interval. */
    UNDECIDED("undecided: run more rounds");

    private final String words;

    GoalVerdict(String words) {
        this.words = words;
    }

    /** The text for a cell of a table. */
    public String words() {
        return words;
    }
}
