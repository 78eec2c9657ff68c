package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.junit.jupiter.api.Test;

class EmptyInputsTest {
    @Property(tries = 500)
    void keepsEveryOtherInputInOrderAndAtLeastTwoInputs(@ForAll @Size(max = 30) List<Boolean> empty) {
        List<UnfilteredRowIterator> inputs = new ArrayList<>();
        List<UnfilteredRowIterator> others = new ArrayList<>();
        for (boolean isEmpty : empty) {
            UnfilteredRowIterator input = isEmpty ? absent() : deleted();
            inputs.add(input);
            if (!isEmpty) others.add(input);
        }
        List<UnfilteredRowIterator> given = new ArrayList<>(inputs);
        List<UnfilteredRowIterator> rest = EmptyInputs.without(given);
        assertThat(given).isEqualTo(inputs);
        assertThat(rest).hasSize(Math.max(others.size(), Math.min(2, inputs.size())));
        assertThat(rest).isSubsetOf(inputs);
        rest = new ArrayList<>(rest);
        rest.retainAll(others);
        assertThat(rest).isEqualTo(others);
    }

    @Test
    void aListWithoutEmptyInputsIsNotCopied() {
        List<UnfilteredRowIterator> inputs = List.of(deleted(), deleted(), deleted());
        assertThat(EmptyInputs.without(inputs)).isSameAs(inputs);
    }

    /** The partition deletion can delete rows of other inputs, although the input has no row itself. */
    @Test
    void anInputWithAPartitionDeletionIsNotEmpty() {
        UnfilteredRowIterator deleted = deleted();
        List<UnfilteredRowIterator> inputs = new ArrayList<>(Collections.nCopies(5, absent()));
        inputs.add(deleted);
        assertThat(EmptyInputs.without(inputs)).hasSize(2).contains(deleted);
    }

    private static UnfilteredRowIterator absent() {
        return EmptyIterators.unfilteredRow(null, null, false);
    }

    private static UnfilteredRowIterator deleted() {
        return EmptyIterators.unfilteredRow(null, null, false, Rows.EMPTY_STATIC_ROW, new DeletionTime(1, 1));
    }
}
