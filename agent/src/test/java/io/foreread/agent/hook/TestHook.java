package io.foreread.agent.hook;

import java.util.Collections;
import java.util.List;

/** A hook on a class of the tests. */
public final class TestHook implements Hook {
    private final String name;
    private final String typeName;
    private final Weave weave;

    public TestHook(String name, Class<?> type, String method, String descriptor, String advice) {
        this.name = name;
        this.typeName = type.getName();
        this.weave = AdviceWeave.of(method, descriptor, advice);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String typeName() {
        return typeName;
    }

    @Override
    public List<Weave> weaves() {
        return Collections.singletonList(weave);
    }

    @Override
    public String lines() {
        return "tests";
    }
}
