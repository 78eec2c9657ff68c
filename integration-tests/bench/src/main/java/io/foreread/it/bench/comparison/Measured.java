package io.foreread.it.bench.comparison;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A measured value, difference or ratio, and its goal. All tables of a benchmark that contain it use this object, so that
 * they have the same number and the same verdict.
 *
 * @param quantity the quantity, such as {@code throughput}
 * @param of what was measured or compared, such as {@code 4.1-foreread / 4.1-stock-mmap}
 * @param goal null if there is no goal
 * @param isValid false if the run has failed, so that its values do not show that a goal is met
 */
public record Measured(String quantity, String of, Estimate estimate, @Nullable Goal goal, boolean isValid) {
    /** A value of a run that has not failed. */
    public Measured(String quantity, String of, Estimate estimate, @Nullable Goal goal) {
        this(quantity, of, estimate, goal, true);
    }

    /** Returns whether the goal is met; empty without a goal. */
    public Optional<GoalVerdict> verdict() {
        return Optional.ofNullable(goal).map(limit -> isValid ? limit.judge(estimate) : GoalVerdict.NOT_MET);
    }

    public boolean isNotMet() {
        return verdict().filter(GoalVerdict.NOT_MET::equals).isPresent();
    }

    /**
     * The median and the interval for a cell of a table. A median that does not meet its goal, but is equal to it when both are
     * rounded, has one more digit.
     */
    public String words() {
        boolean looksMet =
                goal != null && isNotMet() && Estimate.number(estimate.median()).equals(Estimate.number(goal.limit()));
        return looksMet ? estimate.words(1) : estimate.words();
    }

    /** The text for a cell of a table, such as {@code >= 10.0}; empty without a goal. */
    public String goalWords() {
        return goal == null ? "" : goal.words();
    }

    /** The text for a cell of a table, such as {@code 5 %: >= 9.50}; empty without a goal. */
    public String marginWords() {
        return goal == null ? "" : goal.marginWords();
    }

    /** The text for a cell of a table, such as {@code met}; empty without a goal. */
    public String verdictWords() {
        return verdict().map(GoalVerdict::words).orElse("");
    }

    /**
     * The text for a summary, such as {@code 19.9 times}. In parentheses follow the label and, if the goal is not known to be
     * met, the verdict and the interval: {@code 1.07 times (4.1, undecided: 0.90 to 1.24)}.
     *
     * @param unit the text after the number
     * @param label a word that distinguishes this value from others in the same cell; can be empty
     */
    public String summary(String unit, String label) {
        String doubt = verdict()
                .filter(verdict -> verdict != GoalVerdict.MET)
                .map(verdict -> verdict.word() + ": " + estimate.intervalWords())
                .orElse("");
        String separator = label.isEmpty() || doubt.isEmpty() ? "" : ", ";
        String details = label + separator + doubt;
        return Estimate.number(estimate.median()) + " " + unit + (details.isEmpty() ? "" : " (" + details + ")");
    }
}
