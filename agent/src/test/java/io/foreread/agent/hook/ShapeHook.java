package io.foreread.agent.hook;

/** A hook that has only a landmark. */
public final class ShapeHook extends Hook {
    public ShapeHook(String typeName, String... digests) {
        super("shape", typeName, "tests", KnownClass.of(typeName, digests));
    }
}
