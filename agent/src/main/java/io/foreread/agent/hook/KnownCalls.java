package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Changes nothing. The landmark is that the class calls no methods of a type but those with known names. */
public final class KnownCalls extends Weave {
    private final String owner;
    private final List<String> names;

    private KnownCalls(String owner, List<String> names) {
        this.owner = owner;
        this.names = names;
    }

    /** @param owner internal name of the type */
    static KnownCalls of(String owner, String... names) {
        return new KnownCalls(owner, Collections.unmodifiableList(Arrays.asList(names)));
    }

    public String owner() {
        return owner;
    }

    public List<String> names() {
        return names;
    }
}
