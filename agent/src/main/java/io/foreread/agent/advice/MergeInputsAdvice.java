package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.CompactionDispatch;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.jspecify.annotations.Nullable;

/**
 * Woven into {@code UnfilteredRowIterator UnfilteredRowIterators.merge(List, int, MergeListener)} of 3.11. Replaces the
 * inputs. A listener identifies inputs by their index, so that they are replaced only if there is none. This advice is on
 * the data path and suppresses no exceptions.
 */
public final class MergeInputsAdvice {
    private MergeInputsAdvice() {}

    @Advice.OnMethodEnter
    public static void onEnter(
            @Advice.Argument(value = 0, readOnly = false) List<UnfilteredRowIterator> inputs,
            @Advice.Argument(2) @Nullable Object listener) {
        if (listener == null) inputs = CompactionDispatch.inputsToMerge(inputs);
    }
}
