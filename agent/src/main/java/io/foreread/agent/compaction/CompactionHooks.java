package io.foreread.agent.compaction;

/**
 * Names the hooks of merges and sums. The compiler copies these constants: a hook that uses one does not load this class.
 */
public final class CompactionHooks {
    public static final String SCANNER_LIST = "scanner-list";
    public static final String UNFILTERED_ROW_ITERATORS = "unfiltered-row-iterators";

    private CompactionHooks() {}
}
