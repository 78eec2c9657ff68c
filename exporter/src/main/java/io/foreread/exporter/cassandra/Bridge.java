package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.MetricFollower;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The metrics of one node under one configuration: follows what the node has, and writes it. Another configuration is
 * another bridge. Thread-safe; a scrape never waits for another's reader.
 */
public final class Bridge implements MetricFollower {
    private final MetricsConfig config;
    private final Tables tables;
    private final CatalogFamilies families;
    private final DialectFamilies dialect;
    private final Scrapes scrapes;
    private final BackgroundReads background = new BackgroundReads();
    private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
    private final Map<String, Double> seconds = new ConcurrentHashMap<>();
    private volatile boolean changed = true;
    private volatile Map<String, Long> dropped = Collections.emptyMap();
    private volatile long lastLines;
    private volatile long lastBytes;

    /** @param beforeReading run by a scrape before it reads; for nodes whose numbers are far away */
    public Bridge(MetricsConfig config, Runnable beforeReading) {
        this.config = config;
        scrapes = new Scrapes(beforeReading);
        tables = new Tables(config);
        families = new CatalogFamilies(config, tables, this::hold, this::forget);
        dialect = new DialectFamilies(config, tables, families.sampleNames());
    }

    /** Whether a metric is exported; the bridge ignores all others. */
    public boolean wants(MetricName name) {
        return families.wants(name) || tables.ranksBy(name) || dialect.wants(name);
    }

    @Override
    public void added(MetricName name, NodeMetric metric) {
        try {
            tables.added(name, metric);
            families.added(name, metric);
            dialect.bind(name, metric, this::hold, this::forget);
            changed = true;
        } catch (RuntimeException | LinkageError e) {
            // Cassandra calls this during a registration: an internal error must not reach it.
            errorsOf("registration").increment();
        }
    }

    private void hold(Refresh refresh, Series series) {
        tables.hold(series);
        if (!series.live()) background.add(refresh, series);
    }

    @Override
    public void removed(MetricName name) {
        try {
            tables.removed(name);
            families.removed(name);
            dialect.unbind(name).forEach(this::forget);
            changed = true;
        } catch (RuntimeException | LinkageError e) {
            errorsOf("registration").increment();
        }
    }

    private void forget(Series series) {
        background.remove(series);
        tables.release(series);
    }

    /**
     * Reads what is live and writes everything.
     *
     * @param names of samples; empty for all
     */
    public void write(Set<String> names, TextFamily.Format format, TextBuffer out) throws IOException {
        long scrape = scrapes.begin();
        try {
            keepToBudget();
            Map<String, Double> spent = new LinkedHashMap<>();
            long lines = 0;
            long before = out.size();
            GiveWay giveWay = new GiveWay();
            for (Family family : allFamilies()) {
                if (family.dropped() || !family.asked(names)) continue;
                long startNanos = System.nanoTime();
                lines += family.write(scrape, format, out, errorsOf(family.group()), giveWay);
                spent.merge(family.group(), (System.nanoTime() - startNanos) * 1e-9, Double::sum);
            }
            if (!names.isEmpty()) return;
            seconds.putAll(spent);
            lastLines = lines;
            lastBytes = out.size() - before;
        } finally {
            scrapes.end();
        }
    }

    private List<Family> allFamilies() {
        List<Family> all = families.all();
        all.addAll(dialect.all());
        return all;
    }

    private void keepToBudget() {
        if (tables.needRanking()) rankTables();
        if (!changed) return;
        changed = false;
        dropped = SeriesBudget.keep(allFamilies(), config.seriesBudget());
    }

    /** Selects again which tables are exported, if their number is limited. */
    public void rankTables() {
        if (!tables.rank()) return;
        background.choiceChanged();
        changed = true;
    }

    /** Whether a table is exported now, by the configuration and among those at the top. */
    public boolean exportsTable(String keyspace, String table) {
        return tables.exports(keyspace, table);
    }

    /** Reads what a scrape does not, of one class; takes as long as it takes. */
    public void refresh(Refresh refresh) {
        background.read(refresh, errorsOf("background"));
    }

    /** Reads for the first time what came since the last call. */
    public void refreshNew() {
        background.readNew(errorsOf("background"));
    }

    /** Seconds since numbers of a class were last read, or could have been for the first time. */
    public double ageSeconds(Refresh refresh) {
        return background.ageSeconds(refresh);
    }

    public MetricsConfig config() {
        return config;
    }

    /** Metrics that could not be read so far, by group. */
    public Map<String, LongAdder> errors() {
        return errors;
    }

    /** Seconds of the last whole scrape, by group. */
    public Map<String, Double> seconds() {
        return seconds;
    }

    /** Series left out for the budget, by family. */
    public Map<String, Long> dropped() {
        return dropped;
    }

    /** Lines of the last whole scrape. */
    public long lastLines() {
        return lastLines;
    }

    /** Bytes of the last whole scrape. */
    public long lastBytes() {
        return lastBytes;
    }

    private LongAdder errorsOf(String group) {
        return errors.computeIfAbsent(group, key -> new LongAdder());
    }
}
