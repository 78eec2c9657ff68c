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
 * Bridges the metrics of one node to the exposition format, for one configuration. It follows the node's registry and
 * writes the series. A new configuration needs a new bridge. Thread-safe; a scrape never waits for the client of
 * another scrape.
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

    /** @param beforeReading run by a scrape before it reads, to fetch the metrics of a remote node */
    public Bridge(MetricsConfig config, Runnable beforeReading) {
        this.config = config;
        scrapes = new Scrapes(beforeReading);
        tables = new Tables(config);
        families = new CatalogFamilies(config, tables, this::retain, this::forget);
        dialect = new DialectFamilies(config, tables, families.sampleNames());
    }

    /** Whether this configuration uses a metric; other metrics need not be added. */
    public boolean accepts(MetricName name) {
        return families.accepts(name) || tables.ranksBy(name) || dialect.accepts(name);
    }

    @Override
    public void added(MetricName name, NodeMetric metric) {
        try {
            tables.added(name, metric);
            families.added(name, metric);
            dialect.bind(name, metric, this::retain, this::forget);
            changed = true;
        } catch (RuntimeException | LinkageError e) {
            // Called while Cassandra registers a metric: an exception must not reach Cassandra.
            errorsOf("registration").increment();
        }
    }

    private void retain(Refresh refresh, Series series) {
        tables.retain(series);
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
     * Reads the live series and writes all series.
     *
     * @param names names of the samples to write; empty for all
     */
    public void write(Set<String> names, TextFamily.Format format, TextBuffer out) throws IOException {
        long scrape = scrapes.begin();
        try {
            applyBudget();
            Map<String, Double> spent = new LinkedHashMap<>();
            long lines = 0;
            long before = out.size();
            CpuYield cpuYield = new CpuYield();
            for (Family family : allFamilies()) {
                if (family.dropped() || !family.matches(names)) continue;
                long startNanos = System.nanoTime();
                lines += family.write(scrape, format, out, errorsOf(family.group()), cpuYield);
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

    private void applyBudget() {
        if (tables.needsRanking()) rankTables();
        if (!changed) return;
        changed = false;
        dropped = SeriesBudget.apply(allFamilies(), config.seriesBudget());
    }

    /** Ranks the tables, if only the top tables are exported. */
    public void rankTables() {
        if (!tables.rank()) return;
        background.selectionChanged();
        changed = true;
    }

    /** Whether a table is exported: selected by the configuration and by the ranking. */
    public boolean exportsTable(String keyspace, String table) {
        return tables.exports(keyspace, table);
    }

    /** Reads the background series of one refresh class. Blocks until all have been read. */
    public void refresh(Refresh refresh) {
        background.read(refresh, errorsOf("background"));
    }

    /** Reads the background series added since the last call. */
    public void refreshNew() {
        background.readNew(errorsOf("background"));
    }

    /** Seconds since the series of a class were last read, or since this bridge was created. */
    public double ageSeconds(Refresh refresh) {
        return background.ageSeconds(refresh);
    }

    public MetricsConfig config() {
        return config;
    }

    /** The number of read errors, by group. */
    public Map<String, LongAdder> errors() {
        return errors;
    }

    /** Duration of the last complete scrape, by group. */
    public Map<String, Double> seconds() {
        return seconds;
    }

    /** Series dropped to keep the budget, by family. */
    public Map<String, Long> dropped() {
        return dropped;
    }

    /** Lines of the last complete scrape. */
    public long lastLines() {
        return lastLines;
    }

    /** Bytes of the last complete scrape. */
    public long lastBytes() {
        return lastBytes;
    }

    private LongAdder errorsOf(String group) {
        return errors.computeIfAbsent(group, key -> new LongAdder());
    }
}
