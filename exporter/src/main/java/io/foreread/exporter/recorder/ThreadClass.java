package io.foreread.exporter.recorder;

/** The kind of work of a thread: the label {@code thread_class} of the allocation counters. */
public enum ThreadClass {
    COMPACTION("compaction", "CompactionExecutor", "ValidationExecutor", "SecondaryIndex", "ViewBuildExecutor"),
    READ("read", "ReadStage", "ReadRepairStage"),
    MUTATION("mutation", "MutationStage", "CounterMutationStage", "ViewMutationStage", "RequestResponseStage"),
    FLUSH("flush", "MemtableFlushWriter", "PerDiskMemtableFlushWriter", "MemtablePostFlush", "MemtableReclaimMemory"),
    NATIVE_TRANSPORT("native_transport", "Native-Transport", "epollEventLoopGroup", "nioEventLoopGroup"),
    MESSAGING("messaging", "Messaging", "GossipStage", "GossipTasks", "HintsDispatcher", "InternalResponseStage"),
    REPAIR_AND_STREAMING("repair_and_streaming", "AntiEntropyStage", "Repair", "STREAM", "Stream", "NettyStreaming"),
    COMMIT_LOG("commit_log", "COMMIT-LOG", "PERIODIC-COMMIT-LOG", "GROUP-COMMIT-LOG", "CommitLog"),
    FOREREAD("foreread", "foreread"),
    OTHER("other");

    private static final ThreadClass[] VALUES = values();

    private final String label;
    private final String[] namePrefixes;

    ThreadClass(String label, String... namePrefixes) {
        this.label = label;
        this.namePrefixes = namePrefixes;
    }

    public String label() {
        return label;
    }

    /**
     * Derives the class from the name of a thread. Includes the names of all lines from 3.11 to 6.0. An unknown
     * name is {@link #OTHER}.
     */
    public static ThreadClass ofThreadName(String name) {
        for (ThreadClass threadClass : VALUES)
            for (String prefix : threadClass.namePrefixes) if (name.startsWith(prefix)) return threadClass;
        return OTHER;
    }
}
