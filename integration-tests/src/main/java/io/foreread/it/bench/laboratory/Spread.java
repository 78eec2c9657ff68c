package io.foreread.it.bench.laboratory;

import io.foreread.it.bench.load.Numbers;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * The median of several measurements, and between what they lay.
 *
 * @param lowerQuartile of five measurements the second, of one that one
 * @param upperQuartile of five measurements the fourth
 */
public record Spread(double min, double lowerQuartile, double median, double upperQuartile, double max) {
    public static <T> Spread of(Collection<T> measurements, ToDoubleFunction<T> value) {
        double[] values = measurements.stream().mapToDouble(value).sorted().toArray();
        int quarter = values.length / 4;
        return new Spread(
                values[0],
                values[quarter],
                Numbers.median(values),
                values[values.length - 1 - quarter],
                values[values.length - 1]);
    }

    /** Of each of one to the same of the other, as they were measured side by side. */
    public static Spread ofRatios(double[] dividends, double[] divisors) {
        double[] ratios = new double[Math.min(dividends.length, divisors.length)];
        for (int i = 0; i < ratios.length; i++) ratios[i] = dividends[i] / divisors[i];
        return of(Arrays.stream(ratios).boxed().toList(), Double::doubleValue);
    }
}
