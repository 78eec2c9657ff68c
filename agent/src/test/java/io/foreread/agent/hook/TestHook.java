package io.foreread.agent.hook;

/** A hook on a class of the tests. */
public final class TestHook extends Hook {
    public TestHook(String name, Class<?> type, String method, String descriptor, String advice) {
        this(name, type.getName(), method, descriptor, advice);
    }

    /** @param typeName of a class that is not loaded yet */
    public TestHook(String name, String typeName, String method, String descriptor, String advice) {
        super(name, typeName, "tests", AdviceWeave.of(method, descriptor, advice));
    }
}
