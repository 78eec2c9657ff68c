package io.foreread.agent.hook;

import io.foreread.agent.compaction.CompactionHooks;

/**
 * Leaves out the inputs of a merge that do not have the partition, in compactions and validations of 3.11. Later releases do
 * so themselves (CASSANDRA-18773, from 4.0.12 and 4.1.4 on).
 */
public final class UnfilteredRowIteratorsHook extends Hook {
    public UnfilteredRowIteratorsHook() {
        super(
                CompactionHooks.UNFILTERED_ROW_ITERATORS,
                "org.apache.cassandra.db.rows.UnfilteredRowIterators",
                "3.11",
                AdviceWeave.of(
                        "merge",
                        "(Ljava/util/List;ILorg/apache/cassandra/db/rows/UnfilteredRowIterators$MergeListener;)"
                                + ResultWeave.PARTITION,
                        "MergeInputsAdvice"));
    }
}
