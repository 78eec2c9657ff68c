package io.foreread.agent.probe;

/**
 * Names the hooks whose probes have a switch. The compiler copies these constants: a hook that uses one does not load this
 * class, and a probe does not load its hook.
 */
public final class HookNames {
    public static final String ACTIVE_COMPACTIONS = "active-compactions";
    public static final String CHANNEL_PROXY = "channel-proxy";
    public static final String COMPACTION_METRICS = "compaction-metrics";
    public static final String COMPACTION_TASK = "compaction-task";
    public static final String COMPRESSED_WRITER = "compressed-writer";
    public static final String INSTRUMENTING_CACHE = "instrumenting-cache";
    public static final String MMAP_CHUNK_READER = "mmap-chunk-reader";
    public static final String READ_COMMAND = "read-command";
    public static final String SEQUENTIAL_WRITER = "sequential-writer";

    private HookNames() {}
}
