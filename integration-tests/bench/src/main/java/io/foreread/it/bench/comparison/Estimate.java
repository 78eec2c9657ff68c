package io.foreread.it.bench.comparison;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The median of a value that is measured in several rounds or windows, and its 95 % confidence interval.
 *
 * <p>The interval is that of Student's t-distribution: mean plus and minus t times the standard error. It is the only
 * usual method that is valid for as few as three rounds, in which a bootstrap gives intervals that are too narrow. For
 * ratios, it is computed from their logarithms, because a ratio of 2 and one of 0.5 are equally far from 1. An interval
 * that does not contain the median, because a few rounds differ much from all others, is extended to the median.
 *
 * @param count the number of rounds or windows
 * @param low the lower end of the interval; negative infinity if there is no interval
 * @param high the upper end of the interval; infinity if there is no interval
 */
public record Estimate(int count, double median, double low, double high) {
    private static final double UPPER_QUANTILE = 0.975;

    /**
     * Estimates a ratio. There is no interval if there is one ratio only, or a ratio that is not a positive number.
     *
     * @param ratios one ratio for each round or window, at least one
     */
    public static Estimate ofRatios(double[] ratios) {
        boolean positive = Arrays.stream(ratios).allMatch(ratio -> ratio > 0 && Double.isFinite(ratio));
        return positive ? of(ratios, Math::log, Math::exp) : withoutInterval(ratios);
    }

    /**
     * Estimates a value or a difference. There is no interval if there is one value only.
     *
     * @param values one value for each round or window, at least one
     */
    public static Estimate ofValues(double[] values) {
        return of(values, DoubleUnaryOperator.identity(), DoubleUnaryOperator.identity());
    }

    /**
     * A value that does not vary, such as the size of a file, or that is a maximum.
     *
     * @param count the number of values that it is the maximum of
     */
    public static Estimate exact(int count, double value) {
        return new Estimate(count, value, value, value);
    }

    private static Estimate of(double[] values, DoubleUnaryOperator scale, DoubleUnaryOperator inverse) {
        if (values.length < 2) return withoutInterval(values);
        double[] scaled = Arrays.stream(values).map(scale).toArray();
        double mean = StatUtils.mean(scaled);
        double error = Math.sqrt(StatUtils.variance(scaled, mean) / scaled.length);
        double half = new TDistribution(scaled.length - 1).inverseCumulativeProbability(UPPER_QUANTILE) * error;
        double median = Numbers.median(values);
        return new Estimate(
                values.length,
                median,
                Math.min(median, inverse.applyAsDouble(mean - half)),
                Math.max(median, inverse.applyAsDouble(mean + half)));
    }

    private static Estimate withoutInterval(double[] values) {
        return new Estimate(values.length, Numbers.median(values), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** Whether there is an interval. */
    public boolean hasInterval() {
        return Double.isFinite(low) && Double.isFinite(high);
    }

    /** The text for a cell of a table, such as {@code 20.5 (20.4 to 20.6)}. */
    public String words() {
        return words(0);
    }

    /** @param more the number of additional digits of the median */
    String words(int more) {
        return number(median, more) + " (" + intervalWords() + ")";
    }

    /** The interval within a cell of a table, such as {@code 20.4 to 20.6}. */
    public String intervalWords() {
        return hasInterval() ? number(low) + " to " + number(high) : "no interval";
    }

    /** Three or more significant digits. */
    static String number(double value) {
        return number(value, 0);
    }

    /** Three or more significant digits, and up to four decimals if the value has them. */
    static String exactNumber(double value) {
        String rounded = number(value);
        String exact = String.format(Locale.ROOT, "%,.4f", value).replaceFirst("\\.?0+$", "");
        return exact.length() > rounded.length() ? exact : rounded;
    }

    private static String number(double value, int more) {
        double size = Math.abs(value);
        int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%,." + (decimals + more) + "f", value);
    }
}
