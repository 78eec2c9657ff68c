package io.foreread.agent.command.check;

import org.jspecify.annotations.Nullable;

/** Determines whether Cassandra caches uncompressed chunks ({@code file_cache_enabled}). */
final class ChunkCacheCheck implements Check {
    @Override
    public Finding of(CheckedNode node) {
        boolean on = isOn(node);
        return new Finding(
                "chunk cache",
                on ? "on" : "off",
                on && node.hasNativeReadAhead() ? Verdict.HELPS : Verdict.OK,
                !on
                        ? "The chunk cache is off, so it does not affect scans."
                        : node.hasNativeReadAhead()
                                ? "The native read-ahead has no effect with it. Foreread reads ahead for compactions;"
                                        + " range reads use the cache."
                                : "Compactions do not use it with Foreread. Range reads use it.");
    }

    static boolean isOn(CheckedNode node) {
        String size =
                firstOf(node.yaml().text("file_cache_size_in_mb"), node.yaml().text("file_cache_size"));
        if (size != null && size.matches("0+\\s*(\\D.*)?")) return false;
        // 3.11 has a cache unless its size is 0.
        if (!node.isAtLeast(4)) return true;
        return Boolean.parseBoolean(
                firstOf(node.yaml().text("file_cache_enabled"), node.jvm().option("-Dcassandra.file_cache_enabled=")));
    }

    private static @Nullable String firstOf(@Nullable String one, @Nullable String other) {
        return one == null ? other : one;
    }
}
