package io.foreread.exporter.recorder;

/**
 * The recorders of this process. Static, because woven code has no object of ours to start from; every recorder is an
 * ordinary class that tests create for themselves.
 */
public final class Recorders {
    public static final ReadRecorder READS = new ReadRecorder();
    public static final ScanRecorder SCANS = new ScanRecorder();
    public static final CompactionRecorder COMPACTIONS = new CompactionRecorder();
    public static final AllocationRecorder ALLOCATIONS = new AllocationRecorder();
    public static final HookRecorder HOOKS = new HookRecorder();

    private Recorders() {}
}
