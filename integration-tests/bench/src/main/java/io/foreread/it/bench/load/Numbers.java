package io.foreread.it.bench.load;

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
     * The 95 % confidence interval of the median for any distribution, by ranks of the
     * binomial distribution.
     */
    public static double[] medianInterval(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double away = 1.96 * Math.sqrt(sorted.length) / 2;
        int least = (int) Math.max(0, Math.floor(sorted.length / 2.0 - away) - 1);
        return new double[] {sorted[least], sorted[sorted.length - 1 - least]};
    }

    /**
     * The smallest value for which at least the given fraction of all values is not larger; 0 for no values.
     *
     * @param quantile the fraction, such as 0.99
     */
    static double quantile(double[] values, double quantile) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(quantile * sorted.length) - 1];
    }
}
