package io.foreread.agent.hook;

/** A hook that has only a landmark. */
public final class ShapeHook extends Hook {
    public ShapeHook(Class<?> type, String... digests) {
        super("shape", type.getName(), "tests", KnownClass.of(type.getName(), digests));
    }
}
