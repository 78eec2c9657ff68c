package io.foreread.exporter.recorder;

/** Why a thread reads: the {@code activity} label. */
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
    OTHER("other");

    private final String label;

    Activity(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /**
     * Maps the name of a constant of Cassandra's {@code OperationType}. Names, not ordinals: the enum is reordered
     * between lines; a name we do not know is {@link #OTHER}.
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
     * What a thread reads for while no operation is open on it, derived from Cassandra's thread names, which are the same
     * from 3.11 to 6.0. A read stage reads one partition unless the read command says otherwise.
     */
    static Activity ofThreadName(String name) {
        if (name.startsWith("ReadStage") || name.startsWith("Native-Transport-Requests")) return POINT_READ;
        if (name.startsWith("CompactionExecutor")) return COMPACTION;
        if (name.startsWith("ValidationExecutor")) return VALIDATION;
        if (name.startsWith("SecondaryIndexManagement") || name.startsWith("SASI")) return INDEX_BUILD;
        if (name.contains("STREAM") || name.contains("Streaming") || name.startsWith("StreamReceiveTask"))
            return STREAMING;
        return OTHER;
    }
}
