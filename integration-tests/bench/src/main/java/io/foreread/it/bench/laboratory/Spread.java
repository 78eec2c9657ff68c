package io.foreread.it.bench.laboratory;

import io.foreread.it.bench.comparison.Numbers;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** The median, minimum and maximum of several measurements. */
public record Spread(double min, double median, double max) {
    /** @param measurements at least one */
    public static <T> Spread of(Collection<T> measurements, ToDoubleFunction<T> value) {
        double[] values = measurements.stream().mapToDouble(value).sorted().toArray();
        return new Spread(values[0], Numbers.median(values), values[values.length - 1]);
    }
}
