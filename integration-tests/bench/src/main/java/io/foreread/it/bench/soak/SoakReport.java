package io.foreread.it.bench.soak;

import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats the result of {@code ./bench soak} as text. */
final class SoakReport {
    private SoakReport() {}

    static String of(SoakResult result) {
        StringBuilder text = new StringBuilder();
        add(
                text,
                "%nCassandra %s, %.0f minutes: %,d requests, %,d scrapes, %,d compactions, %,d fills%n",
                result.release(),
                result.seconds() / 60,
                result.requests(),
                result.scrapes(),
                result.compactions(),
                result.fills());
        add(
                text,
                "Chores: %s%n%n",
                result.chores().stream()
                        .collect(Collectors.groupingBy(Chores.Done::what, TreeMap::new, Collectors.counting())));
        add(text, "  %-26s %10s %22s %10s   %s%n", "last two thirds", "from", "growth", "allowed", "");
        result.trends().forEach((resource, trend) -> text.append(line(resource, trend)));
        add(text, "%n  A value grows if its growth minus two standard errors is more than the allowed growth.%n");
        add(text, "  Allowed growth:%n");
        for (Resource resource : Resource.values())
            add(
                    text,
                    "    %-24s %s%% of the mean, at least %.0f %s: %s%n",
                    resource.words,
                    number(100 * resource.boundRatio),
                    resource.leastBound,
                    resource.unit,
                    resource.allowance);
        add(text, "  A leak of %,.0f bytes or more per scrape would have been detected.%n%n", leastLeakBytes(result));
        for (String fault : result.faults()) add(text, "  FAULT: %s%n", fault);
        add(text, "%s%n", result.faults().isEmpty() ? "Nothing grows, nothing failed." : "FAILED.");
        return text.toString();
    }

    /** The smallest growth of the heap per scrape that would have been detected. */
    private static double leastLeakBytes(SoakResult result) {
        Trend heap = result.trend(Resource.HEAP);
        return (heap.bound() + heap.uncertainty() - Math.min(0, heap.growth())) * 1e6 / (result.scrapes() * 2 / 3.0);
    }

    private static String line(Resource resource, Trend trend) {
        return String.format(
                Locale.ROOT,
                "  %-26s %10s %10s +- %-8s %10s   %s%n",
                resource.words + (resource.unit.isEmpty() ? "" : ", " + resource.unit),
                number(trend.start()),
                number(trend.growth()),
                number(trend.uncertainty()),
                number(trend.bound()),
                trend.grows() ? "GROWS" : "flat");
    }

    static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 1000 ? "%.1f" : "%,.0f", value);
    }

    private static void add(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments));
    }
}
