package io.foreread.it.bench.fleet;

import io.foreread.it.fixture.Scrape.Sample;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongToDoubleFunction;
import java.util.regex.Pattern;

/** Calculates plausible values of a series over time. The same series of the same node always has the same values. */
final class SimulatedValues {
    private static final Pattern TROUBLE = Pattern.compile(
            "timeouts|unavailable|fail|dropped|errors|not_stored|abort|refused|exception|blocked|denied|discarded"
                    + "|fallback|corrupt|unfinished|unknown|rejected|overflow");
    /** Series whose values are states or limits, which keep the value of the template. */
    private static final Pattern STATE = Pattern.compile(
            "enabled|status|_up$|mode|info|active_build|max|limit|capacity|window|schema_versions|unreadable|running");

    private static final Pattern SHARE = Pattern.compile("ratio|usage|share|load_average");
    private static final double PERIOD_SECONDS = 3600;
    private static final double SWING = 0.3;
    private static final double BYTES_PER_SECOND = 2e5;
    private static final double SECONDS_PER_SECOND = 0.02;
    private static final double EVENTS_PER_SECOND = 5;
    private static final double TEMPLATE_TABLE_SCALE = 5e4;
    private static final double SHARE_IN_TROUBLE = 0.03;

    private final Template template;
    /** The histograms of the template: by name and labels without le, the count of each bucket by its bound. */
    private final Map<String, TreeMap<Double, Double>> buckets = new TreeMap<>();

    SimulatedValues(Template template) {
        this.template = template;
        for (Sample sample : template.samples())
            if (sample.labels().containsKey("le"))
                buckets.computeIfAbsent(key(sample), key -> new TreeMap<>()).put(bound(sample), sample.value());
    }

    /** @param seed the number of the table, keyspace or peer, for which the node has a series of its own */
    LongToDoubleFunction of(Sample sample, FleetNode node, int seed) {
        String name = sample.name();
        String type = template.typeOf(name);
        if (name.equals("process_uptime_seconds")) return node::age;
        // The node of the template was idle, so the value of the template is 0.
        if (name.equals("cassandra_compaction_running")) return second -> second / 300 % 2;
        if (type.equals("histogram") || type.equals("summary")) {
            if (sample.labels().containsKey("quantile")) return second -> sample.value();
            double share = sample.labels().containsKey("le") ? shareUpTo(sample) : 1;
            double mean = name.endsWith("_sum") ? mean(sample) : 1;
            double rate = rate(template.familyOf(name) + "_count", random(key(sample), node, seed));
            boolean whole = !name.endsWith("_sum");
            return second -> {
                double count = Math.floor(grown(rate, node, second));
                return whole ? Math.floor(count * share) : count * mean;
            };
        }
        double random = random(name + sample.labels(), node, seed);
        if (type.equals("counter")) {
            double rate = rate(name, random);
            boolean whole = !name.contains("seconds");
            return second -> whole ? Math.floor(grown(rate, node, second)) : grown(rate, node, second);
        }
        // Some tables of applications have more than 1 GB. The table of the template is tiny.
        if (name.endsWith("_live_disk_space_bytes"))
            return second -> Math.rint(sample.value() * TEMPLATE_TABLE_SCALE * (0.7 + 0.6 * random));
        double base = sample.value();
        if (base <= 0
                || Double.isNaN(base)
                || Double.isInfinite(base)
                || STATE.matcher(name).find()) return s -> base;
        double level =
                SHARE.matcher(name).find() ? Math.min(base, 1) * (0.6 + 0.4 * random) : base * (0.7 + 0.6 * random);
        boolean whole = base == Math.rint(base);
        return second -> {
            double value = level * (1 + 0.1 * Math.sin(2 * Math.PI * (second / PERIOD_SECONDS + random)));
            return whole ? Math.rint(value) : value;
        };
    }

    private static double rate(String name, double random) {
        if (TROUBLE.matcher(name).find()) return random < SHARE_IN_TROUBLE ? SECONDS_PER_SECOND : 0;
        double usual = name.contains("bytes")
                ? BYTES_PER_SECOND
                : name.contains("seconds_total") ? SECONDS_PER_SECOND : EVENTS_PER_SECOND;
        return usual * (0.5 + random);
    }

    /** A counter that grows with a varying rate, and is reset only by a restart. */
    private static double grown(double rate, FleetNode node, long second) {
        double age = node.age(second);
        double phase = 2 * Math.PI * age / PERIOD_SECONDS;
        return rate * (age + SWING * PERIOD_SECONDS / (2 * Math.PI) * (1 - Math.cos(phase)));
    }

    /**
     * The fraction of values up to the bound of a bucket, from the template. If the template's histogram is empty, a
     * logistic curve around the middle bound is used.
     */
    private double shareUpTo(Sample sample) {
        TreeMap<Double, Double> counts = Objects.requireNonNull(buckets.get(key(sample)));
        double bound = bound(sample);
        if (Double.isInfinite(bound)) return 1;
        double total = counts.lastEntry().getValue();
        if (total > 0) return counts.getOrDefault(bound, total) / total;
        return 1 / (1 + Math.exp(-(counts.headMap(bound).size() - counts.size() / 2.0) / 1.5));
    }

    /** The mean of a histogram's values, which is consistent with its buckets. */
    private double mean(Sample sample) {
        TreeMap<Double, Double> counts = buckets.get(key(sample));
        if (counts == null) return sample.name().contains("seconds") ? SECONDS_PER_SECOND : 1;
        List<Double> bounds = List.copyOf(counts.keySet());
        double total = counts.lastEntry().getValue();
        double sum = 0;
        double before = 0;
        for (Map.Entry<Double, Double> bucket : counts.entrySet()) {
            if (total > 0 && !Double.isInfinite(bucket.getKey())) sum += bucket.getKey() * (bucket.getValue() - before);
            before = bucket.getValue();
        }
        return total > 0 ? sum / total : bounds.get(bounds.size() / 2);
    }

    private String key(Sample sample) {
        Map<String, String> labels = new TreeMap<>(sample.labels());
        labels.remove("le");
        return template.familyOf(sample.name()) + labels;
    }

    private static double bound(Sample sample) {
        String le = Objects.requireNonNull(sample.labels().get("le"));
        return le.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le);
    }

    /** A number from 0 to 1 that is always the same for the same series. */
    private static double random(String series, FleetNode node, int seed) {
        long hash = (series.hashCode() * 31L + node.number()) * 31L + seed;
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return ((hash ^ (hash >>> 31)) >>> 11) * 0x1.0p-53;
    }
}
