package io.foreread.agent.hook;

/** A hook that redirects the calls of a class of the tests. */
public final class CallHook extends Hook {
    private CallHook(String name, Class<?> type, CallWeave weave) {
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
}
