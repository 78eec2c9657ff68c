package io.foreread.it.bench.comparison;

/** Whether measurements show that a goal is met. */
public enum GoalVerdict {
    MET("met", "met"),
    NOT_MET("goal not met", "**not met**"),
    /** The median meets the goal, but the interval is too wide, or there is no interval. */
    UNDECIDED("undecided", "undecided: run more rounds");

    private final String word;
    private final String words;

    GoalVerdict(String word, String words) {
        this.word = word;
        this.words = words;
    }

    /** The text within a cell of a summary. */
    public String word() {
        return word;
    }

    /** The text for a cell of a table. */
    public String words() {
        return words;
    }
}
