package io.foreread.agent.hook;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The changes that the agent makes to one class of Cassandra. Immutable; a subclass only declares the changes. */
public abstract class Hook {
    private final String name;
    private final String typeName;
    private final String lines;
    private final List<Weave> weaves;

    /**
     * @param name kebab-case; the key in the configuration, the {@code hook} label, the argument of the MBean
     * @param typeName full name of the class
     * @param lines the lines on which the landmark is expected, for documentation only
     * @param weaves the changes of the class. Each has a landmark; if one landmark is missing, the class is not
     *     changed at all
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
