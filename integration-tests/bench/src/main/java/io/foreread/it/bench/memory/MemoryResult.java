package io.foreread.it.bench.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The direct memory of two nodes during a run. Two differences between the nodes must keep the limit in every sample:
 *
 * <ul>
 *   <li>The difference of MemoryUsed.
 *   <li>The difference of MemoryUsed without Cassandra's own buffer pools. On the node without the agent, scans use memory
 *       of these pools, and the pools do not release it. If only the first difference were compared, the agent could use
 *       the same amount of memory unnoticed.
 * </ul>
 *
 * <p>A sample is compared with the largest sample of the node without the agent in the five seconds before and after it.
 * Both nodes begin each operation together, but Cassandra allocates and releases its buffers at different times on each
 * node. A maximum over the whole run would be less strict: one peak of the node without the agent would raise the limit
 * for all samples. The report also contains the differences of simultaneous samples, which have no limit.
 *
 * @param cassandra the release
 * @param failures failed operations and errors of the nodes, one line each
 */
record MemoryResult(
        String cassandra,
        int minutes,
        long budgetBytes,
        List<MemorySample> samples,
        MemoryWork work,
        List<String> failures) {
    /** The memory that the agent may add beyond its buffer budget. */
    static final long MARGIN_BYTES = 8L << 20;

    static final double WINDOW_SECONDS = 5;
    /** The minimum number of samples per second. One is intended, but sampling takes longer on a busy machine. */
    private static final double MIN_SAMPLE_RATIO = 0.5;
    /** Failed requests, as a share of the reads. A connection can be lost on a busy machine. */
    private static final double MAX_FAILED_RATIO = 0.01;

    long limitBytes() {
        return budgetBytes + MARGIN_BYTES;
    }

    long max(ToLongFunction<MemorySample> value) {
        return samples.stream().mapToLong(value).max().orElse(0);
    }

    long differenceBytes(MemorySample sample) {
        return sample.agentBytes() - maxNear(sample, MemorySample::stockBytes);
    }

    long differenceOutsidePoolsBytes(MemorySample sample) {
        return sample.agentOutsidePoolsBytes() - maxNear(sample, MemorySample::stockOutsidePoolsBytes);
    }

    private long maxNear(MemorySample sample, ToLongFunction<MemorySample> value) {
        return samples.stream()
                .filter(other -> Math.abs(other.second() - sample.second()) <= WINDOW_SECONDS)
                .mapToLong(value)
                .max()
                .orElseThrow();
    }

    long samplesOverLimit() {
        return samples.stream().filter(this::isOverLimit).count();
    }

    private boolean isOverLimit(MemorySample sample) {
        return Math.max(differenceBytes(sample), differenceOutsidePoolsBytes(sample)) > limitBytes();
    }

    double longestGapSeconds() {
        double longest = 0;
        for (int i = 1; i < samples.size(); i++)
            longest = Math.max(
                    longest, samples.get(i).second() - samples.get(i - 1).second());
        return longest;
    }

    /** The reasons why the run does not show that the limit is kept; empty if it does. Too few operations are a reason too. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>(failures);
        long over = samplesOverLimit();
        if (over > 0) reasons.add(over + " of " + samples.size() + " samples exceed the limit");
        if (samples.size() < MIN_SAMPLE_RATIO * 60 * minutes)
            reasons.add(samples.size() + " samples in " + minutes + " minutes are too few");
        if (work.compactions() == 0 || work.rewrites() == 0 || work.scrubs() == 0 || work.reads() == 0)
            reasons.add("not every kind of scan has run");
        if (work.failedRequests() > MAX_FAILED_RATIO * work.reads())
            reasons.add(work.failedRequests() + " failed requests, with " + work.reads() + " reads of a whole table");
        if (work.scansAhead() == 0) reasons.add("no scan read ahead");
        if (work.blockSizes() == 0) reasons.add("the block size was not changed");
        return reasons;
    }

    boolean met() {
        return reasons().isEmpty();
    }
}
