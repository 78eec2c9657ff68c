package io.foreread.it.bench.comparison;

import java.util.Locale;

/**
 * A limit for a measured value or ratio. The goal is met if the median keeps the limit, and the end of the 95 % interval on
 * the side of the limit exceeds it by no more than a margin.
 *
 * @param atLeast whether the limit is a minimum; otherwise it is a maximum
 * @param limit the limit of the median, in the unit of the measured value; more than 0
 * @param marginPercent the amount by which the interval can exceed the limit, in percent of the limit
 */
public record Goal(boolean atLeast, double limit, double marginPercent) {
    /** The margin of all values except latencies. */
    public static final double USUAL_MARGIN_PERCENT = 5;

    /** The p99 of two contenders count as equal up to this limit. */
    public static final Goal EQUAL_P99 = new Goal(false, 1.1, 10);

    /** The p99.9 has a larger margin than the p99, because it results from a tenth of the requests. */
    public static final Goal EQUAL_P999 = new Goal(false, 1.1, 20);

    /** A minimum with the usual margin. */
    public static Goal atLeast(double limit) {
        return new Goal(true, limit, USUAL_MARGIN_PERCENT);
    }

    /** A maximum with the usual margin. */
    public static Goal atMost(double limit) {
        return new Goal(false, limit, USUAL_MARGIN_PERCENT);
    }

    /** The limit of the end of the interval, in the unit of the measured value. */
    public double intervalLimit() {
        return limit * (1 + (atLeast ? -marginPercent : marginPercent) / 100);
    }

    public GoalVerdict judge(Estimate measured) {
        if (Double.isNaN(measured.median())) return GoalVerdict.UNDECIDED;
        boolean medianKeepsLimit = atLeast ? measured.median() >= limit : measured.median() <= limit;
        if (!medianKeepsLimit) return GoalVerdict.NOT_MET;
        boolean intervalKeepsMargin = atLeast ? measured.low() >= intervalLimit() : measured.high() <= intervalLimit();
        return intervalKeepsMargin ? GoalVerdict.MET : GoalVerdict.UNDECIDED;
    }

    /** The text for a cell of a table, such as {@code >= 10.0}, with up to four decimals. */
    public String words() {
        return sign() + Estimate.exactNumber(limit);
    }

    /** The text for a cell of a table, such as {@code 5 %: >= 9.50}. */
    public String marginWords() {
        return String.format(Locale.ROOT, "%.0f %%: ", marginPercent) + sign() + Estimate.exactNumber(intervalLimit());
    }

    private String sign() {
        return atLeast ? ">= " : "<= ";
    }
}
