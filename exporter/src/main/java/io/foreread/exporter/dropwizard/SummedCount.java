package io.foreread.exporter.dropwizard;

import com.codahale.metrics.Counting;
import com.codahale.metrics.Metric;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a count that is the sum of the counts of many tables. From 4.0 on, Cassandra has such counts in the
 * {@code LatencyMetrics} of each keyspace and of the node. Thread-safe.
 *
 * <p>To drop a table, Cassandra first adds the count of the table to the own count of the sum, then removes the table. A
 * read in between would include the table twice. The next read would be lower, which Prometheus handles as a reset of
 * the counter. Cassandra holds the lock of the {@code LatencyMetrics} while it does this, as this class does for a read.
 */
final class SummedCount implements Counting {
    /**
     * The private fields that lead from a metric of a class to the {@code LatencyMetrics} it belongs to, and from there to
     * those of the tables; empty if the class does not have them. The values have types of the JDK, because a class of
     * Cassandra keeps them in memory.
     */
    private static final ClassValue<Field[]> FIELDS = new ClassValue<Field[]>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            try {
                Field owner = accessible(type.getDeclaredField("this$0"));
                return new Field[] {owner, accessible(owner.getType().getDeclaredField("children"))};
            } catch (NoSuchFieldException | RuntimeException e) {
                return new Field[0];
            }
        }
    };

    private final Counting sum;
    private final Object owner;
    private final List<?> children;

    private SummedCount(Counting sum, Field owner, Field children) throws IllegalAccessException {
        this.sum = sum;
        this.owner = owner.get(sum);
        this.children = (List<?>) children.get(this.owner);
    }

    /** @return null if the metric cannot be the sum of others */
    static @Nullable SummedCount of(Metric metric) {
        if (!(metric instanceof Counting)) return null;
        Field[] fields = FIELDS.get(metric.getClass());
        if (fields.length == 0) return null;
        try {
            return new SummedCount((Counting) metric, fields[0], fields[1]);
        } catch (IllegalAccessException | ClassCastException e) {
            return null;
        }
    }

    static Field accessible(Field field) {
        field.setAccessible(true);
        return field;
    }

    /** The object whose lock Cassandra holds while it drops a table. */
    Object owner() {
        return owner;
    }

    /** The {@code LatencyMetrics} of the tables; empty for a table. Can be read while tables are added and dropped. */
    List<?> children() {
        return children;
    }

    @Override
    public long getCount() {
        if (children.isEmpty()) return sum.getCount();
        synchronized (owner) {
            return sum.getCount();
        }
    }
}
