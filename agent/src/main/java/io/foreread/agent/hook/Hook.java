package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** One Cassandra class and what we weave into it. Immutable; a subclass says which and nothing else. */
public abstract class Hook {
    private final String name;
    private final String typeName;
    private final String lines;
    private final List<Weave> weaves;

    /**
     * @param name kebab-case; the key in the configuration, the {@code hook} label, the argument of the MBean
     * @param typeName full name of the class
     * @param lines on which the landmark is expected, for people; never decides anything
     * @param weaves what is woven in, all of it or nothing: every weave names its landmark, and a class that lacks one is
     *     left as it is
     */
    protected Hook(String name, String typeName, String lines, Weave... weaves) {
        this.name = name;
        this.typeName = typeName;
        this.lines = lines;
        this.weaves = Collections.unmodifiableList(Arrays.asList(weaves));
    }

    public final String name() {
        return name;
    }

    public final String typeName() {
        return typeName;
    }

    public final String lines() {
        return lines;
    }

    public final List<Weave> weaves() {
        return weaves;
    }
}
