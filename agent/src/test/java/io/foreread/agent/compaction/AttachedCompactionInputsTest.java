package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import java.nio.ByteBuffer;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AttachedCompactionInputsTest {
    private static final String HOOK = "a-hook-of-this-test";
    private static final ByteBuffer KEY = ByteBuffer.wrap(new byte[] {1, 2, 3});

    private final ReadAhead switches = ReadAhead.instance();
    private final AttachedCompactionInputs compactions = new AttachedCompactionInputs();

    @AfterEach
    void restoreTheDefaults() {
        switches.enabled(true);
        switches.filterKeyCache(true);
        switches.skipEmptyInputs(true);
        HookSwitch.of(HOOK).on = true;
    }

    @Test
    void fewInputsAreLookedUpAndNotCounted() {
        long made = Recorders.INPUTS.lookupsMade();
        Set<Integer> inputs = inputs(AttachedCompactionInputs.MIN_INPUTS - 1);
        assertThat(compactions.inputsToLookUp(this, inputs, KEY, HOOK)).isSameAs(inputs);
        assertThat(Recorders.INPUTS.lookupsMade()).isEqualTo(made);
    }

    @Test
    void allInputsAreLookedUpWhileInsertionsAreNotObserved() {
        long made = Recorders.INPUTS.lookupsMade();
        Set<Integer> inputs = inputs(AttachedCompactionInputs.MIN_INPUTS);
        assertThat(compactions.inputsToLookUp(this, inputs, KEY, HOOK)).isSameAs(inputs);
        assertThat(Recorders.INPUTS.lookupsMade()).isEqualTo(made + AttachedCompactionInputs.MIN_INPUTS);
    }

    @Test
    void emptyInputsAreMergedIfAnySwitchIsOff() {
        List<UnfilteredRowIterator> inputs = emptyInputs(AttachedCompactionInputs.MIN_INPUTS);
        switches.skipEmptyInputs(false);
        assertThat(compactions.inputsToMerge(inputs, HOOK)).isSameAs(inputs);
        switches.skipEmptyInputs(true);
        switches.enabled(false);
        assertThat(compactions.inputsToMerge(inputs, HOOK)).isSameAs(inputs);
        switches.enabled(true);
        HookSwitch.of(HOOK).on = false;
        assertThat(compactions.inputsToMerge(inputs, HOOK)).isSameAs(inputs);
    }

    @Test
    void emptyInputsOfAMergeOfManyAreLeftOutAndCounted() {
        long skipped = Recorders.INPUTS.emptyInputsSkipped();
        List<UnfilteredRowIterator> few = emptyInputs(AttachedCompactionInputs.MIN_INPUTS - 1);
        assertThat(compactions.inputsToMerge(few, HOOK)).isSameAs(few);
        assertThat(compactions.inputsToMerge(emptyInputs(AttachedCompactionInputs.MIN_INPUTS), HOOK))
                .hasSize(2);
        assertThat(Recorders.INPUTS.emptyInputsSkipped()).isEqualTo(skipped + AttachedCompactionInputs.MIN_INPUTS - 2);
    }

    @Test
    void afterAFailureAllInputsAreUsedAndTheFailureIsCounted() {
        long failures = Recorders.HOOKS.probeFailures();
        List<Object> unreadable = new ArrayList<>(Collections.nCopies(AttachedCompactionInputs.MIN_INPUTS, null));
        assertThat(compactions.inputsToMerge(unreadable, HOOK)).isSameAs(unreadable);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures + 1);
    }

    private static Set<Integer> inputs(int count) {
        return new AbstractSet<Integer>() {
            @Override
            public Iterator<Integer> iterator() {
                throw new IllegalStateException("nothing reads the inputs without a filter");
            }

            @Override
            public int size() {
                return count;
            }
        };
    }

    private static List<UnfilteredRowIterator> emptyInputs(int count) {
        return new ArrayList<>(Collections.nCopies(count, EmptyIterators.unfilteredRow(null, null, false)));
    }
}
