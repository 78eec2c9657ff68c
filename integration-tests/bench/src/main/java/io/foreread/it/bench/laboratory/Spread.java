package io.foreread.it.bench.laboratory;

import io.foreread.it.bench.load.Numbers;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * The median, quartiles, minimum and maximum of several measurements.
 *
 * @param lowerQuartile the second lowest of five measurements, for example; the median of fewer than four measurements,
 *     which have no quartiles
 * @param upperQuartile the second highest of five measurements, for example; the median of fewer than four measurements
 */
public record Spread(double min, double lowerQuartile, double median, double upperQuartile, double max) {
    public static <T> Spread of(Collection<T> measurements, ToDoubleFunction<T> value) {
        double[] values = measurements.stream().mapToDouble(value).sorted().toArray();
        int quarter = values.length / 4;
        double median = Numbers.median(values);
        return new Spread(
                values[0],
                quarter == 0 ? median : values[quarter],
                median,
                quarter == 0 ? median : values[values.length - 1 - quarter],
                values[values.length - 1]);
    }
}
