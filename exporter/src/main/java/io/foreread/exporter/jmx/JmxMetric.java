package io.foreread.exporter.jmx;

import io.foreread.exporter.jmx.client.JmxConnection;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.source.NodeMetric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * A metric of a node in another JVM. It records which attributes scrapes use. From then on, exactly these attributes
 * are fetched before each scrape. A metric that takes long to read is read in the background, and scrapes get its last
 * value. Thread-safe.
 */
final class JmxMetric implements NodeMetric {
    static final List<String> PERCENTILES = Arrays.asList(
            "50thPercentile",
            "75thPercentile",
            "95thPercentile",
            "98thPercentile",
            "99thPercentile",
            "999thPercentile",
            "Max");
    private static final double[] QUANTILES = {0.5, 0.75, 0.95, 0.98, 0.99, 0.999, 1};
    /**
     * How often a metric is still fetched after scrapes have stopped using it, because the next ranking of tables can
     * select the metric again.
     */
    private static final int MAX_UNUSED_FETCHES = 20;

    /** A metric whose read takes longer is slow: scrapes no longer read it. */
    static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The minimum pause between reads of a slow metric, so that the node spends little time on them. */
    private static final long MIN_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long PAUSE_FACTOR = 10;

    private static final String VALUE = "Value";
    private static final String COUNT = "Count";
    private static final String MEAN = "Mean";

    /**
     * A scrape uses a value up to this age if a fetch for another scrape has left the metric out since the fetch of this
     * scrape.
     */
    static final long MAX_LEFT_OUT_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final LongSupplier nanoTime;
    private final JmxSource source;
    private final ObjectName bean;
    private final Kind kind;
    /** Whether scrapes are expected to use the metric. */
    private volatile boolean expected;
    /**
     * The number of fetches for complete scrapes since a scrape has used the metric. Updated by any thread without a
     * lock, as is the next field: a lost update only causes one more fetch.
     */
    private int unusedByComplete;
    /** The number of fetches for filtered scrapes since a scrape has used the metric. */
    private int unusedByFiltered;
    /** Whether the last fetch left the metric out. A scrape that uses the metric reads it if its value is old. */
    private volatile boolean leftOut;

    private volatile long readNanos;

    private volatile boolean withBuckets;
    private volatile boolean withPercentiles;
    private volatile boolean withMean;
    private volatile Reading reading = Reading.NONE;
    /** Held during a read, so that there is one read at a time. */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile boolean slow;
    /** The time of the next read in the background, if the metric is slow. */
    private volatile long dueNanos;

    /** @param expected whether scrapes are expected to use the metric */
    JmxMetric(JmxSource source, ObjectName bean, Kind kind, boolean expected) {
        this(source, bean, kind, expected, System::nanoTime);
    }

    /** @param nanoTime determines the age of the value */
    JmxMetric(JmxSource source, ObjectName bean, Kind kind, boolean expected, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.source = source;
        this.bean = bean;
        this.kind = kind;
        this.expected = expected;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public @Nullable Object value() {
        return current().value;
    }

    @Override
    public long count() {
        return current().count;
    }

    @Override
    public Distribution distribution() {
        return new Reading.BeanDistribution(this);
    }

    Reading.Buckets buckets() {
        Reading now = current();
        if (!withBuckets || now.buckets == null) {
            withBuckets = true;
            now = readMore();
        }
        if (now.buckets == null) throw tooSlow();
        return now.buckets;
    }

    double percentile(double quantile) {
        Reading now = current();
        if (now.percentiles == null) {
            withPercentiles = true;
            now = readMore();
        }
        int index = Arrays.binarySearch(QUANTILES, quantile);
        if (index < 0) throw new UnreadableException("JMX has no quantile " + quantile, null);
        if (now.percentiles == null) throw tooSlow();
        return inRecordedUnit(now, now.percentiles[index]);
    }

    double mean() {
        Reading now = current();
        if (now.mean == null) {
            withMean = true;
            now = readMore();
        }
        if (now.mean == null) throw tooSlow();
        return inRecordedUnit(now, now.mean);
    }

    private double inRecordedUnit(Reading now, double value) {
        if (kind != Kind.TIMER) return value;
        if (now.buckets == null) throw tooSlow();
        return value * now.buckets.unitsPerMicro();
    }

    /**
     * Returns the values of the last fetch. If a background task calls this, or if the metric has not been fetched yet,
     * the values are read first.
     */
    private Reading current() {
        if (source.inBackground()) return readable(read());
        unusedByComplete = 0;
        unusedByFiltered = 0;
        if (slow) return readable(reading == Reading.NONE ? Reading.NONE.failed(tooSlow()) : reading);
        boolean old = leftOut && nanoTime.getAsLong() - readNanos > MAX_LEFT_OUT_NANOS;
        if (expected && !old) return readable(reading == Reading.NONE ? readOrRecord() : reading);
        expected = true;
        leftOut = false;
        return readable(readOrRecord());
    }

    /** Reads what the last fetch has not read. */
    private Reading readMore() {
        if (slow && !source.inBackground()) throw tooSlow();
        return readable(readOrRecord());
    }

    /** Reads the metric, unless the source only records which attributes are used: the next fetch then reads them. */
    private Reading readOrRecord() {
        if (source.recordsUse()) throw new UnreadableException(bean + ": not fetched yet", null);
        return read();
    }

    private static Reading readable(Reading reading) {
        if (reading.failure != null) throw reading.failure;
        return reading;
    }

    /**
     * Whether the metric is read before the next scrape: scrapes of this kind are expected to use it, and its reads are
     * not slow. Called before each fetch.
     *
     * @param complete whether the scrape has no name filter. The two kinds are counted separately, because filtered
     *     scrapes do not use metrics that complete scrapes use.
     */
    boolean toFetch(boolean complete) {
        if (!expected || slow) return false;
        leftOut = (complete ? unusedByComplete : unusedByFiltered) >= MAX_UNUSED_FETCHES;
        return !leftOut;
    }

    /** Called for each metric of a fetch that was not aborted, because only then a scrape can use the values. */
    void fetched(boolean complete) {
        if (complete) unusedByComplete++;
        else unusedByFiltered++;
    }

    boolean isSlow() {
        return slow;
    }

    /**
     * Excludes the metric from scrapes, because its read takes long. A quick background read includes the metric again. The
     * first one is due at once, because the reason can be a pause of this JVM or of the network.
     */
    void markSlow() {
        dueNanos = System.nanoTime();
        slow = true;
    }

    /** Reads a slow metric in the background if its read is due. After a quick read, scrapes include the metric again. */
    void readIfSlow() {
        if (slow && System.nanoTime() - dueNanos >= 0) read();
    }

    /** Reads the values for the next scrape. */
    void fetch() {
        read();
    }

    private UnreadableException tooSlow() {
        return new UnreadableException(bean + ": no value yet, because its first read takes long", null);
    }

    private Reading read() {
        // Another thread reads this metric, and can be waiting for a node that does not answer.
        if (!lock.tryLock()) return reading == Reading.NONE ? Reading.NONE.failed(tooSlow()) : reading;
        long startNanos = System.nanoTime();
        boolean wasSlow = slow;
        try {
            reading = readAttributes(reading);
        } catch (InstanceNotFoundException e) {
            source.missing();
            reading = reading.failed(new UnreadableException(bean + " no longer exists", e));
        } catch (JMException | NodeUnreachableException | RuntimeException | Error e) {
            // The client can also lack the memory for an answer.
            reading = reading.failed(new UnreadableException(bean + ": " + e, e));
        } finally {
            readNanos = nanoTime.getAsLong();
            long nanos = System.nanoTime() - startNanos;
            dueNanos = System.nanoTime() + (wasSlow ? Math.max(MIN_PAUSE_NANOS, PAUSE_FACTOR * nanos) : 0);
            slow = nanos > SLOW_NANOS;
            lock.unlock();
        }
        return reading;
    }

    private Reading readAttributes(Reading before) throws JMException, NodeUnreachableException {
        JmxConnection connection = source.connection();
        boolean timer = kind == Kind.TIMER;
        List<String> names = new ArrayList<>(1);
        names.add(kind == Kind.GAUGE ? VALUE : COUNT);
        if (withPercentiles) names.addAll(PERCENTILES);
        if (withMean) names.add(MEAN);
        List<Attribute> answers = connection
                .call(server -> server.getAttributes(bean, names.toArray(new String[0])))
                .asList();
        if (kind == Kind.GAUGE) return new Reading(null, get(answers, VALUE), 0, null, null, null);

        long count = ((Number) get(answers, COUNT)).longValue();
        Reading.Buckets buckets = before.buckets;
        boolean stale = buckets == null || (withBuckets && buckets.total != count);
        if (stale && (withBuckets || (timer && (withPercentiles || withMean)))) {
            buckets = new Reading.Buckets(
                    (long[]) connection.call(server -> server.invoke(bean, "values", null, null)), count);
        }
        double[] percentiles = null;
        if (withPercentiles) {
            percentiles = new double[PERCENTILES.size()];
            for (int i = 0; i < percentiles.length; i++)
                percentiles[i] = ((Number) get(answers, PERCENTILES.get(i))).doubleValue();
        }
        Double mean = withMean ? ((Number) get(answers, MEAN)).doubleValue() : null;
        return new Reading(null, null, count, buckets, percentiles, mean);
    }

    /** Returns an attribute. The node's answer lacks attributes that the MBean could not read. */
    private static Object get(List<Attribute> answers, String name) {
        for (Attribute answer : answers) if (answer.getName().equals(name)) return answer.getValue();
        throw new UnreadableException("no attribute " + name, null);
    }

    @Override
    public String toString() {
        return bean + " of " + source.node();
    }
}
