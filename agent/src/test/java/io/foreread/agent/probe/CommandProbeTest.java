package io.foreread.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.ThreadRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommandProbeTest {
    private final Activity before = ThreadRecord.current().enter(null);

    @AfterEach
    void restore() {
        ThreadRecord.current().restore(before);
        HookSwitch.of(HookNames.READ_COMMAND).on = true;
    }

    @Test
    void activityOfACommandLastsUntilItEnds() {
        Activity outside = ThreadRecord.current().activity();
        long outer = CommandProbe.starts(true);
        assertThat(ThreadRecord.current().activity()).isEqualTo(Activity.POINT_READ);
        long inner = CommandProbe.starts(false);
        assertThat(ThreadRecord.current().activity()).isEqualTo(Activity.RANGE_READ);
        CommandProbe.ends(inner);
        assertThat(ThreadRecord.current().activity()).isEqualTo(Activity.POINT_READ);
        CommandProbe.ends(outer);
        assertThat(ThreadRecord.current().activity()).isEqualTo(outside);
    }

    @Test
    void everyOuterActivityIsRestored() {
        for (Activity activity : Activity.values()) {
            ThreadRecord.current().enter(activity);
            CommandProbe.ends(CommandProbe.starts(true));
            assertThat(ThreadRecord.current().activity()).isEqualTo(activity);
        }
    }

    /** A command that began before a detach can end after the next attach. */
    @Test
    void endOfACommandOfAnotherAttachmentChangesNothing() {
        CommandProbe.starts(false);
        long own = CommandProbe.starts(true);
        for (long other : new long[] {0, own + (1 << Byte.SIZE), own - (1 << Byte.SIZE)}) CommandProbe.ends(other);
        assertThat(ThreadRecord.current().activity()).isEqualTo(Activity.POINT_READ);
        CommandProbe.ends(own);
        assertThat(ThreadRecord.current().activity()).isEqualTo(Activity.RANGE_READ);
    }

    @Test
    void commandIsNotRecordedIfTheHookIsOff() {
        Activity outside = ThreadRecord.current().activity();
        HookSwitch.of(HookNames.READ_COMMAND).on = false;
        CommandProbe.starts(true);
        assertThat(ThreadRecord.current().activity()).isEqualTo(outside);
    }
}
