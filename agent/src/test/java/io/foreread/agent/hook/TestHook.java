package io.foreread.agent.hook;

/** A hook on a class of the tests. */
public final class TestHook extends Hook {
    public TestHook(String name, Class<?> type, String method, String descriptor, String advice) {
        super(name, type.getName(), "tests", AdviceWeave.of(method, descriptor, advice));
    }
}
