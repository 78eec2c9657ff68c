package io.foreread.it.bench.soak;

import java.util.List;

/**
 * The trend of a resource in the last two thirds of a run: the line that fits the samples best. The first third is
 * excluded, because caches and pools fill up in this time.
 *
 * @param fromSecond the first second of the last two thirds
 * @param start the value of the line at this second
 * @param growth the growth of the line from this second to the end of the run
 * @param uncertainty twice the standard error of the growth
 * @param bound the largest growth that is allowed
 */
record Trend(double fromSecond, double start, double growth, double uncertainty, double bound) {
    static Trend of(Resource resource, List<Sample> samples) {
        double last = samples.get(samples.size() - 1).second();
        List<Sample> window =
                samples.stream().filter(sample -> sample.second() >= last / 3).toList();
        double[] seconds = window.stream().mapToDouble(Sample::second).toArray();
        double[] values =
                window.stream().mapToDouble(sample -> sample.of(resource)).toArray();
        return of(seconds, values, resource.leastBound, resource.boundRatio);
    }

    static Trend of(double[] seconds, double[] values, double leastBound, double boundRatio) {
        int n = seconds.length;
        if (n < 3) throw new IllegalArgumentException("a trend needs 3 samples, there are " + n);
        double meanSecond = mean(seconds);
        double meanValue = mean(values);
        double xx = 0;
        double xy = 0;
        for (int i = 0; i < n; i++) {
            xx += (seconds[i] - meanSecond) * (seconds[i] - meanSecond);
            xy += (seconds[i] - meanSecond) * (values[i] - meanValue);
        }
        double slope = xy / xx;
        double residuals = 0;
        for (int i = 0; i < n; i++) {
            double off = values[i] - meanValue - slope * (seconds[i] - meanSecond);
            residuals += off * off;
        }
        double length = seconds[n - 1] - seconds[0];
        double standardError = Math.sqrt(residuals / (n - 2) / xx);
        return new Trend(
                seconds[0],
                meanValue + slope * (seconds[0] - meanSecond),
                slope * length,
                2 * standardError * length,
                Math.max(leastBound, boundRatio * meanValue));
    }

    /** Whether the growth exceeds the bound by more than its uncertainty. */
    boolean grows() {
        return growth - uncertainty > bound;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) sum += value;
        return sum / values.length;
    }
}
