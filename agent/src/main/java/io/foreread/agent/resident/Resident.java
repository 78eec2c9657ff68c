package io.foreread.agent.resident;

/** The version of the resident classes. */
public final class Resident {
    /**
     * Must be increased when a class or a member that attachments or woven code use is added, changed or removed in the
     * packages {@code resident} and {@code resident.dispatch}, or in the other classes that {@code ResidentShapeTest}
     * lists. An attachment of a jar with another number is refused, because the JVM keeps the resident classes of the jar
     * that was loaded first.
     */
    public static final int VERSION = 7;

    private Resident() {}
}
