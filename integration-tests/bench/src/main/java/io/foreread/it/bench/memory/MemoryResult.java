package io.foreread.it.bench.memory;

import io.foreread.it.fixture.CassandraVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Direct memory of a run. Two differences are judged at every sample of the node with the agent:
 *
 * <ul>
 *   <li>of MemoryUsed, which is the claim;
 *   <li>of MemoryUsed without Cassandra's own buffer pools. Scans of the node without the agent use memory of these
 *       pools, which keep it. Without this difference, the agent could use as much memory unnoticed.
 * </ul>
 *
 * <p>A sample is compared with the largest one of the node without the agent in the five seconds before and after it.
 * Both nodes begin each operation together, but Cassandra allocates and releases its buffers at different times on each
 * node. A maximum over the whole run would be less strict: one peak of the node without the agent would raise the limit
 * for all samples. Differences of simultaneous samples are reported, not judged.
 *
 * @param failures one line each
 */
record MemoryResult(
        CassandraVersion release,
        int minutes,
        long budgetBytes,
        List<MemorySample> samples,
        MemoryWork work,
        List<String> failures) {
    /** The memory that the agent may add beyond its buffer budget. */
    static final long MARGIN_BYTES = 8L << 20;

    static final double WINDOW_SECONDS = 5;
    /** The minimum share of one sample per second, because reads take longer on a busy machine. */
    private static final double MIN_SAMPLE_RATIO = 0.5;

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

    /** The reasons why the claim is not met; empty if it is met. A run with too few operations does not meet it. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>(failures);
        long over = samplesOverLimit();
        if (over > 0) reasons.add(over + " of " + samples.size() + " samples exceed the limit");
        if (samples.size() < MIN_SAMPLE_RATIO * 60 * minutes)
            reasons.add(samples.size() + " samples in " + minutes + " minutes are too few");
        if (work.compactions() == 0 || work.rewrites() == 0 || work.scrubs() == 0 || work.reads() == 0)
            reasons.add("not every kind of scan has run");
        if (work.scansAhead() == 0) reasons.add("no scan read ahead");
        if (work.blockSizes() == 0) reasons.add("the block size was not changed");
        return reasons;
    }

    boolean isMet() {
        return reasons().isEmpty();
    }
}
