package io.foreread.it.bench.load;

import java.util.Arrays;

/** Arithmetic of measurements. */
public final class Numbers {
    private Numbers() {}

    /** Of an even number of values the mean of the two in the middle. */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The least value that so many, such as 0.99 of them, are not above; 0 of none. */
    static double quantile(double[] values, double quantile) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(quantile * sorted.length) - 1];
    }
}
