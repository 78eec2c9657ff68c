package io.foreread.it.bench.comparison;

import java.util.Arrays;

/** Arithmetic of measurements. */
public final class Numbers {
    private Numbers() {}

    /** The median. For an even number of values, it is the mean of the two middle values. */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /**
     * The smallest value for which at least the given fraction of all values is not larger; 0 for no values.
     *
     * @param quantile the fraction, such as 0.99
     */
    public static double quantile(double[] values, double quantile) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(quantile * sorted.length) - 1];
    }
}
