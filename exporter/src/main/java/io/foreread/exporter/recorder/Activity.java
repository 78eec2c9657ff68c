package io.foreread.exporter.recorder;

/** The purpose of a read or write: the label {@code activity}. */
public enum Activity {
    COMPACTION("compaction"),
    VALIDATION("validation"),
    ANTICOMPACTION("anticompaction"),
    CLEANUP("cleanup"),
    UPGRADE_SSTABLES("upgradesstables"),
    SCRUB("scrub"),
    VERIFY("verify"),
    INDEX_BUILD("index_build"),
    RANGE_READ("range_read"),
    POINT_READ("point_read"),
    STREAMING("streaming"),
    FLUSH("flush"),
    OTHER("other");

    private final String label;

    Activity(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /**
     * Maps the name of a constant of Cassandra's {@code OperationType}. Ordinals differ between lines, so names are
     * used. An unknown name is {@link #OTHER}.
     */
    public static Activity ofOperationType(String name) {
        switch (name) {
            case "COMPACTION":
            case "MAJOR_COMPACTION":
            case "TOMBSTONE_COMPACTION":
            case "GARBAGE_COLLECT":
            case "RELOCATE":
                return COMPACTION;
            case "VALIDATION":
                return VALIDATION;
            case "ANTICOMPACTION":
                return ANTICOMPACTION;
            case "CLEANUP":
                return CLEANUP;
            case "UPGRADE_SSTABLES":
                return UPGRADE_SSTABLES;
            case "SCRUB":
                return SCRUB;
            case "VERIFY":
                return VERIFY;
            case "INDEX_BUILD":
                return INDEX_BUILD;
            case "STREAM":
                return STREAMING;
            default:
                return OTHER;
        }
    }

    /**
     * Derives the activity of a thread without an open operation from its name. Includes the names of all
     * lines from 3.11 to 6.0. A thread of the read stage is assumed to do a point read, unless the read command is known.
     */
    static Activity ofThreadName(String name) {
        if (name.startsWith("ReadStage") || name.startsWith("Native-Transport-Requests")) return POINT_READ;
        if (name.startsWith("CompactionExecutor")) return COMPACTION;
        if (name.startsWith("ValidationExecutor")) return VALIDATION;
        if (name.startsWith("SecondaryIndex") || name.startsWith("SASI")) return INDEX_BUILD;
        if (name.contains("STREAM")
                || name.contains("Streaming")
                || name.startsWith("Stream-Deserializer")
                || name.startsWith("StreamReceiveTask")) return STREAMING;
        if (name.startsWith("MemtableFlushWriter") || name.startsWith("PerDiskMemtableFlushWriter")) return FLUSH;
        return OTHER;
    }
}
