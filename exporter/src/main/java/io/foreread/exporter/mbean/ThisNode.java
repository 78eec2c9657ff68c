package io.foreread.exporter.mbean;

import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** Reads settings of the node in this JVM that no MBean has. Must be used only after the node has started. */
final class ThisNode {
    private static final String CONFIGURATION = "org.apache.cassandra.config.DatabaseDescriptor";

    private ThisNode() {}

    /** @return null if this is not a node, or its release has no such method */
    static @Nullable Object configured(String getter) {
        try {
            return Class.forName(CONFIGURATION).getMethod(getter).invoke(null);
        } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException e) {
            return null;
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
