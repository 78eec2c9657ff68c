package io.foreread.agent.probe;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.ThreadRecord;
import org.jspecify.annotations.Nullable;

/** Records which kind of read a thread of the read stage executes, so that its physical reads get this activity. */
public final class CommandProbe {
    private static final HookSwitch SWITCH = HookSwitch.of(HookNames.READ_COMMAND);

    private CommandProbe() {}

    /** @return the argument of {@link #ends} */
    public static @Nullable Object starts(boolean singlePartition) {
        ThreadRecord thread = ThreadRecord.current();
        Activity read = SWITCH.on ? singlePartition ? Activity.POINT_READ : Activity.RANGE_READ : null;
        return thread.enterRead(read);
    }

    public static void ends(@Nullable Object outer) {
        ThreadRecord.current().restore((Activity) outer);
    }
}
