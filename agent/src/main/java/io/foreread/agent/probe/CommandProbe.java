package io.foreread.agent.probe;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.ThreadRecord;
import org.jspecify.annotations.Nullable;

/** Records which kind of read a thread of the read stage executes, so that its physical reads get this activity. */
public final class CommandProbe {
    private static final HookSwitch SWITCH = HookSwitch.of(HookNames.READ_COMMAND);
    private static final Activity[] ACTIVITIES = Activity.values();

    /**
     * Identifies this attachment in the argument of {@link #ends}, because a command can begin before a detach and end after
     * the next attach. The lowest bits are free for the number of an activity.
     */
    private static final long ATTACHMENT = System.nanoTime() << Byte.SIZE;

    private static final long NUMBER = (1 << Byte.SIZE) - 1;

    private CommandProbe() {}

    /** @return the argument of {@link #ends} */
    public static long starts(boolean singlePartition) {
        ThreadRecord thread = ThreadRecord.current();
        Activity read = SWITCH.on ? singlePartition ? Activity.POINT_READ : Activity.RANGE_READ : null;
        Activity outer = thread.enterRead(read);
        return ATTACHMENT | (outer == null ? NUMBER : outer.ordinal());
    }

    /** @param outer what {@link #starts} returned. A number of another attachment has no effect */
    public static void ends(long outer) {
        if ((outer & ~NUMBER) != ATTACHMENT) return;
        ThreadRecord.current().restore(activity((int) (outer & NUMBER)));
    }

    private static @Nullable Activity activity(int number) {
        return number < ACTIVITIES.length ? ACTIVITIES[number] : null;
    }
}
