package io.foreread.agent.hook;

/** A hook that redirects the calls of a class of the tests. */
public final class CallHook extends Hook {
    private CallHook(String name, Class<?> type, Weave weave) {
        super(name, type.getName(), "tests", weave);
    }

    /** Redirects calls of {@code openDataReader} in methods that have a DataRange argument. */
    public static CallHook openingData(String name, Class<?> type, int minCalls, int maxCalls) {
        return new CallHook(
                name, type, CallWeave.openDataReader(minCalls, maxCalls).withDataRange());
    }

    /** Wraps the result of the only call of {@code openIndexReader}. */
    public static CallHook wrappingIndex(String name, Class<?> type) {
        return new CallHook(name, type, CallWeave.openIndexReader().withDataRange());
    }

    /**
     * Filters lookups in the method {@code append} of a class, which is that of Cassandra's writers up to 4.1.
     */
    public static CallHook filteringLookups(String name, Class<?> type) {
        return new CallHook(
                name,
                type,
                ResultWeave.inputsOfLookups(
                        "append",
                        "(" + ResultWeave.PARTITION + ")Lorg/apache/cassandra/db/RowIndexEntry;",
                        ResultWeave.PARTITION,
                        "org/apache/cassandra/io/sstable/format/SSTableReader"));
    }
}
