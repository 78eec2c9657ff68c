package io.foreread.agent.hook;

import java.util.List;

/** One Cassandra class and what we weave into it. Implementations are stateless. */
public interface Hook {
    /** Kebab-case; the key in the configuration, the {@code hook} label, the argument of the MBean. */
    String name();

    /** Full name of the class. */
    String typeName();

    /**
     * What is woven in. All of it or nothing: every weave names its landmark, and a class that lacks one is left as it
     * is.
     */
    List<Weave> weaves();

    /** The lines on which the landmark is expected, for people; never decides anything. */
    String lines();
}
