package io.foreread.agent.compaction;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.jspecify.annotations.Nullable;

/** Leaves out inputs of a merge that have nothing of the partition. */
final class EmptyInputs {
    /**
     * The merge treats a single iterator differently: it does not remove what the partition deletion of the same input
     * shadows. Two inputs are merged as any number of them.
     */
    private static final int MIN_REST = 2;

    private static final @Nullable Class<?> EMPTY =
            classOrNull("org.apache.cassandra.db.EmptyIterators$EmptyUnfilteredRowIterator");

    private EmptyInputs() {}

    /** @return the same list, or a copy without empty inputs, in the same order and with at least two inputs */
    static <T> List<T> without(List<T> inputs) {
        int size = inputs.size();
        int empty = 0;
        for (int i = 0; i < size; i++) if (isEmpty(inputs.get(i))) empty++;
        int dropped = Math.min(empty, size - MIN_REST);
        if (dropped <= 0) return inputs;
        List<T> rest = new ArrayList<>(size - dropped);
        for (int i = 0; i < size; i++) {
            T input = inputs.get(i);
            if (dropped > 0 && isEmpty(input)) dropped--;
            else rest.add(input);
        }
        return rest;
    }

    /** Only the class for partitions without rows is asked. Other iterators could read their first row. */
    private static boolean isEmpty(Object input) {
        return input.getClass() == EMPTY && ((UnfilteredRowIterator) input).isEmpty();
    }

    private static @Nullable Class<?> classOrNull(String name) {
        try {
            return Class.forName(name, false, UnfilteredRowIterator.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
