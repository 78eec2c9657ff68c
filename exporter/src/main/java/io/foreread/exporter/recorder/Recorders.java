package io.foreread.exporter.recorder;

/**
 * Holds the recorders of this process. They are static because woven code has no reference to an instance of Foreread.
 * Tests create their own recorders.
 */
public final class Recorders {
    public static final ReadRecorder READS = new ReadRecorder();
    public static final WriteRecorder WRITES = new WriteRecorder();
    public static final ScanRecorder SCANS = new ScanRecorder();
    public static final InputRecorder INPUTS = new InputRecorder();
    public static final CompactionRecorder COMPACTIONS = new CompactionRecorder();
    public static final AllocationRecorder ALLOCATIONS = new AllocationRecorder();
    public static final HookRecorder HOOKS = new HookRecorder();

    private Recorders() {}
}
