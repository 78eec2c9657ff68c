package io.foreread.it.bench.readahead;

import io.foreread.it.bench.comparison.Comparison;
import java.util.List;

/**
 * The results of {@code ./bench readahead}.
 *
 * @param volume the text for reports, without the kernel readahead
 * @param data the text for reports
 * @param perSecond requests per second
 * @param cacheMib the limit of the page cache
 * @param turns the measurements in the order in which they were made
 */
record KernelReadAheadResult(
        String volume,
        String data,
        int perSecond,
        int cacheMib,
        List<KernelReadAheadTurn> turns,
        List<Comparison> comparisons) {}
