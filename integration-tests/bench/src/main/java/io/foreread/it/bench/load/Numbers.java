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

    /**
     * Between what the median of all there could be lies with 95 percent, whatever their distribution: by rank, as of the
     * binomial one.
     */
    public static double[] medianInterval(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double away = 1.96 * Math.sqrt(sorted.length) / 2;
        int least = (int) Math.max(0, Math.floor(sorted.length / 2.0 - away) - 1);
        return new double[] {sorted[least], sorted[sorted.length - 1 - least]};
    }

    /** The least value that so many, such as 0.99 of them, are not above; 0 of none. */
    static double quantile(double[] values, double quantile) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(quantile * sorted.length) - 1];
    }
}
