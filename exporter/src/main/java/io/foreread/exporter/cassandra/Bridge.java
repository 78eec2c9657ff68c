package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.BackgroundRead;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.MetricFollower;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.source.ReadErrors;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

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
    private final BackgroundReads background;
    private final BackgroundRead ranking = this::rankTables;
    private final ReadErrors errors = new ReadErrors();
    private final Map<String, Double> seconds = new ConcurrentHashMap<>();
    private volatile boolean changed = true;
    private volatile Map<String, Long> dropped = Collections.emptyMap();
    private volatile Map<String, Long> series = Collections.emptyMap();
    private volatile long lastLines;
    private volatile long lastBytes;

    /** Creates a bridge that does not know the ring: all peers are exported, without their datacenters. */
    public Bridge(MetricsConfig config) {
        this(config, new CurrentRing());
    }

    public Bridge(MetricsConfig config, CurrentRing ring) {
        this(config, ring, PeerCounts.NONE, System::nanoTime);
    }

    /**
     * @param counts the counts of the previous bridge of this node, which the sums of peers continue
     * @param nanoTime such as {@code System::nanoTime}
     */
    public Bridge(MetricsConfig config, CurrentRing ring, PeerCounts counts, LongSupplier nanoTime) {
        this.config = config;
        scrapes = new Scrapes(nanoTime);
        background = new BackgroundReads(config, errors, nanoTime);
        tables = new Tables(config);
        families = new CatalogFamilies(config, tables, ring, errors, counts, this::retain, this::forget);
        dialect = new DialectFamilies(config, tables, families.peers(), families.sampleNames());
    }

    /** Returns what the sums of peers have counted until now. Reads no metric. */
    public PeerCounts peerCounts() {
        return families.peers().counts();
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
            errors.failed("registration", "new metrics", name.toString(), e);
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
            errors.failed("registration", "new metrics", name.toString(), e);
        }
    }

    private void forget(Series series) {
        background.remove(series);
        tables.release(series);
    }

    /**
     * Reads the live series and writes all series.
     *
     * @param names names of the samples to write; empty for all, which is a complete scrape
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
                lines += family.write(scrape, format, out, errors, cpuYield);
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

    /**
     * Writes a complete scrape whose errors are neither counted nor logged. Must not be called at the same time as any other
     * method.
     */
    public void rehearse(TextBuffer out) throws IOException {
        errors.ignore(true);
        try {
            write(Collections.emptySet(), TextFamily.Format.PROMETHEUS, out);
        } finally {
            errors.ignore(false);
        }
    }

    private List<Family> allFamilies() {
        List<Family> all = families.all();
        all.addAll(dialect.all());
        return all;
    }

    private void applyBudget() {
        if (tables.needsRanking()) rankTables();
        if (families.peers().update()) changed = true;
        if (!changed) return;
        changed = false;
        List<Family> all = allFamilies();
        dropped = SeriesBudget.apply(all, config.seriesBudget());
        series = SeriesBudget.exported(all);
    }

    /** The ranking of the tables, which reads a metric of each table; empty if all tables are exported. */
    public Collection<BackgroundRead> rankings() {
        return tables.areRanked() ? Collections.singleton(ranking) : Collections.emptyList();
    }

    void rankTables() {
        if (!tables.rank()) return;
        background.selectionChanged();
        changed = true;
    }

    /** Whether a table is exported: selected by the configuration and by the ranking. */
    public boolean exportsTable(String keyspace, String table) {
        return tables.exports(keyspace, table);
    }

    /** The background reads of one refresh class. */
    public Collection<? extends BackgroundRead> reads(Refresh refresh) {
        return background.all(refresh);
    }

    /** Returns the background reads of one refresh class that were added since the last call. */
    public Collection<BackgroundRead> unread(Refresh refresh) {
        return background.takeUnread(refresh);
    }

    /** Reads the background series added since the last call. Blocks until all have been read. */
    public void refreshNew() {
        for (Refresh refresh : Refresh.values()) unread(refresh).forEach(BackgroundRead::read);
    }

    /** Discards background values that are too old. Called every few seconds. */
    public void expire() {
        background.expire();
    }

    /**
     * The time at which the oldest background value of each family was read, as Unix time in milliseconds, by refresh
     * class and family.
     */
    public Map<Refresh, Map<String, Long>> lastSuccess() {
        return background.lastSuccess();
    }

    /**
     * The longest time since a background series of a refresh class was read, successfully or not; 0 if the class has no
     * exported series.
     */
    public double ageSeconds(Refresh refresh) {
        return background.ageSeconds(refresh);
    }

    public MetricsConfig config() {
        return config;
    }

    /** The number of read errors, by group. */
    public Map<String, LongAdder> errors() {
        return errors.counts();
    }

    /** Duration of the last complete scrape, by group. */
    public Map<String, Double> seconds() {
        return seconds;
    }

    /** The number of series dropped because of the series budget, by family. */
    public Map<String, Long> dropped() {
        return dropped;
    }

    /** Exported series, by level: node, peer, keyspace or table. */
    public Map<String, Long> series() {
        return series;
    }

    /** The number of tables that the configuration selects, exported or not. */
    int tables() {
        return tables.size();
    }

    /** The number of lines that the last complete scrape wrote, without headers. */
    public long lastLines() {
        return lastLines;
    }

    /** The number of bytes that the last complete scrape wrote. */
    public long lastBytes() {
        return lastBytes;
    }
}
