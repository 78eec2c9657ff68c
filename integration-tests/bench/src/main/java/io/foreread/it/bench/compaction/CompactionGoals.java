package io.foreread.it.bench.compaction;

import static io.foreread.it.bench.laboratory.ReaderVariant.FIRST_NATIVE;
import static io.foreread.it.bench.laboratory.ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD;
import static io.foreread.it.bench.laboratory.ReaderVariant.LAST_WITHOUT_NATIVE_STOCK;
import static io.foreread.it.bench.laboratory.ReaderVariant.V311_FOREREAD;
import static io.foreread.it.bench.laboratory.ReaderVariant.V311_STOCK_MMAP;
import static io.foreread.it.bench.laboratory.ReaderVariant.V41_FOREREAD;
import static io.foreread.it.bench.laboratory.ReaderVariant.V41_STOCK_MMAP;
import static io.foreread.it.bench.laboratory.ReaderVariant.V41_STOCK_PREAD;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_FOREREAD;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_FOREREAD_CHUNK_CACHE;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_FOREREAD_MMAP;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_NATIVE;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_NATIVE_CHUNK_CACHE;
import static io.foreread.it.bench.laboratory.ReaderVariant.V50_NATIVE_MMAP;

import io.foreread.it.bench.comparison.Comparison;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.bench.laboratory.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Selects the comparisons of Foreread with other contenders, and their goals on volumes that have goals. */
public final class CompactionGoals {
    /** MiB of input per second. */
    public static final String THROUGHPUT = "throughput";

    static final String DEVICE_READS = "device reads";
    static final String CPU_PER_MIB = "CPU per MiB";
    /** Heap bytes per byte of input. */
    static final String ALLOCATED = "allocated";

    static final String BANDWIDTH_SHARE = "share of the volume's bandwidth";
    /** The CPU time of the compacting thread per time. */
    static final String THREAD_CPU = "share of one CPU, compacting thread";
    /** The larger one of the two shares, because the other one does not limit the compaction. */
    static final String LIMIT_SHARE = "share of the limit, bandwidth or one CPU";
    /** The name of {@link #LIMIT_SHARE} in earlier results. */
    private static final String EARLIER_LIMIT_SHARE = "share of the volume or a CPU";

    /** From this number on, lookups in the key cache and empty inputs need a measurable part of the CPU time. */
    private static final int MANY_SSTABLES = 32;
    /** The measured number with which the merge, and not the volume, limits a compaction. */
    private static final int LIMITED_BY_MERGE_SSTABLES = 400;

    private static final String VOLUME = "gp3-256";
    private static final int READ_AHEAD_KIB = 4;

    private static final Goal MIN_SHARE = Goal.atLeast(0.9);
    private static final Goal MAX_NATIVE_CPU = Goal.atMost(0.95);
    public static final Goal NOT_BELOW = Goal.atLeast(1);
    /** CPU time and allocation up to this ratio count as equal. */
    private static final Goal NOT_ABOVE = Goal.atMost(1.005);

    private final VolumeSpec volume;
    private final DataSpec data;
    private final List<ReaderVariant> contenders;
    private final boolean hasGoals;
    private final List<Comparison> comparisons = new ArrayList<>();

    private CompactionGoals(VolumeSpec volume, DataSpec data, List<ReaderVariant> contenders) {
        this.volume = volume;
        this.data = data;
        this.contenders = contenders;
        boolean few = data.sstables() < LIMITED_BY_MERGE_SSTABLES;
        hasGoals = volume.hot() || (few && volume.name().equals(VOLUME) && volume.readAheadKib() == READ_AHEAD_KIB);
    }

    /** Returns the comparisons of a run with these contenders. They have no goals if the volume has none. */
    static List<Comparison> of(VolumeSpec volume, DataSpec data, List<ReaderVariant> contenders) {
        CompactionGoals goals = new CompactionGoals(volume, data, contenders);
        if (volume.hot() && data.sstables() >= MANY_SSTABLES) goals.manySstables(data.sstables());
        else if (volume.hot()) goals.hot();
        else if (data.isCompressed()) goals.cold();
        else goals.coldUncompressed();
        return goals.comparisons;
    }

    /**
     * Returns the comparisons of the report. After each share of the limit follow the two shares that it is the larger one of.
     *
     * @param comparisons the comparisons of a run, which can be an earlier one
     */
    static List<Comparison> withBothShares(List<Comparison> comparisons) {
        return comparisons.stream().flatMap(CompactionGoals::withBothShares).toList();
    }

    private static Stream<Comparison> withBothShares(Comparison one) {
        if (!one.quantity().equals(LIMIT_SHARE) && !one.quantity().equals(EARLIER_LIMIT_SHARE)) return Stream.of(one);
        return Stream.of(
                new Comparison(LIMIT_SHARE, one.contender(), one.reference(), one.goal()),
                new Comparison(BANDWIDTH_SHARE, one.contender(), one.reference(), null),
                new Comparison(THREAD_CPU, one.contender(), one.reference(), null));
    }

    private void cold() {
        add(THROUGHPUT, V41_FOREREAD, V41_STOCK_MMAP, Goal.atLeast(10));
        add(DEVICE_READS, V41_STOCK_MMAP, V41_FOREREAD, Goal.atLeast(25));
        add(THROUGHPUT, V41_FOREREAD, V41_STOCK_PREAD, Goal.atLeast(3));
        add(DEVICE_READS, V41_STOCK_PREAD, V41_FOREREAD, Goal.atLeast(7));
        add(THROUGHPUT, LAST_WITHOUT_NATIVE_FOREREAD, FIRST_NATIVE, NOT_BELOW);
        // The goal of Zstd needs an idle core, because chunks are decompressed ahead.
        add(THROUGHPUT, LAST_WITHOUT_NATIVE_FOREREAD, V50_NATIVE, isZstd() ? Goal.atLeast(1.15) : NOT_BELOW);
        add(CPU_PER_MIB, LAST_WITHOUT_NATIVE_FOREREAD, FIRST_NATIVE, MAX_NATIVE_CPU);
        add(CPU_PER_MIB, LAST_WITHOUT_NATIVE_FOREREAD, V50_NATIVE, MAX_NATIVE_CPU);
        add(THROUGHPUT, V50_FOREREAD_CHUNK_CACHE, V50_NATIVE_CHUNK_CACHE, Goal.atLeast(2.5));
        add(THROUGHPUT, V50_FOREREAD_MMAP, V50_NATIVE_MMAP, Goal.atLeast(8));
        // V50_FOREREAD has no goal: with default settings it uses the native reader.
        for (ReaderVariant contender : contenders)
            if (hasGoals
                    && contender.agentSettings().filter(List::isEmpty).isPresent()
                    && !contender.equals(V50_FOREREAD))
                comparisons.add(new Comparison(LIMIT_SHARE, contender.id(), null, MIN_SHARE));
        settings();
    }

    /** No release of Cassandra reads uncompressed sstables ahead. */
    private void coldUncompressed() {
        for (ReaderVariant ours : List.of(V50_FOREREAD, V41_FOREREAD)) {
            add(THROUGHPUT, ours, V50_NATIVE, Goal.atLeast(5));
            add(DEVICE_READS, V50_NATIVE, ours, Goal.atLeast(20));
        }
        settings();
    }

    /** Compares each contender that has settings with the same contender without settings and with stock. */
    private void settings() {
        for (ReaderVariant contender : contenders) {
            Optional<ReaderVariant> defaults = contender.withDefaults();
            if (defaults.isEmpty()) continue;
            add(THROUGHPUT, contender, defaults.get(), goalOfSettings(contender));
            add(CPU_PER_MIB, contender, defaults.get(), null);
            contender.withoutAgent().ifPresent(stock -> {
                add(THROUGHPUT, contender, stock, null);
                add(CPU_PER_MIB, contender, stock, null);
            });
        }
    }

    /** The goal of the throughput of a contender with settings, compared with the same contender without settings. */
    private @Nullable Goal goalOfSettings(ReaderVariant contender) {
        if (contender.isDirect()) return Goal.atLeast(0.95);
        if (!contender.compressesAhead()) return null;
        if (!volume.hot()) return NOT_BELOW;
        return isZstd() && data.workload() == Workload.DOCUMENTS ? gain(1.1) : null;
    }

    private boolean isZstd() {
        return data.compressor().equals("zstd");
    }

    /** A minimum of the median. The whole interval must show a gain. */
    private static Goal gain(double limit) {
        return new Goal(true, limit, 100 - 100 / limit);
    }

    /** Two cores are enough for these goals. */
    private void compressAhead() {
        for (ReaderVariant contender : contenders) {
            if (!contender.compressesAhead() || !contender.release().equals(LAST_WITHOUT_NATIVE_FOREREAD.release()))
                continue;
            boolean values = data.workload() == Workload.VALUES_1K;
            if (isZstd() && (values || data.workload() == Workload.DOCUMENTS))
                add(THROUGHPUT, contender, V50_NATIVE, gain(values ? 1.15 : 1.6));
            if (!data.compressor().equals("lz4") || !values) continue;
            add(THROUGHPUT, contender, V50_NATIVE, gain(1.3));
            add(CPU_PER_MIB, contender, V50_NATIVE, Goal.atMost(1.15));
        }
    }

    private void hot() {
        settings();
        compressAhead();
        notAbove(V41_FOREREAD, V41_STOCK_MMAP);
        notAbove(LAST_WITHOUT_NATIVE_FOREREAD, LAST_WITHOUT_NATIVE_STOCK);
        notAbove(V50_FOREREAD_CHUNK_CACHE, V50_NATIVE_CHUNK_CACHE);
        notAbove(V50_FOREREAD_MMAP, V50_NATIVE_MMAP);
    }

    /** Most of the CPU time is for key cache lookups, once per partition and input, and on 3.11 for empty inputs. */
    private void manySstables(int sstables) {
        settings();
        @Nullable Double third = sstables == 400 ? 1 / 3.0 : null;
        lessCpu(V311_FOREREAD, V311_STOCK_MMAP, third);
        lessCpu(V41_FOREREAD, V41_STOCK_MMAP, maxCpuOf41(sstables));
        lessCpu(LAST_WITHOUT_NATIVE_FOREREAD, LAST_WITHOUT_NATIVE_STOCK, third);
        lessCpu(V50_FOREREAD, V50_NATIVE, sstables == 400 ? 0.4 : null);
    }

    private static @Nullable Double maxCpuOf41(int sstables) {
        return switch (sstables) {
            case 32 -> 0.85;
            case 400 -> 1 / 3.0;
            case 1_000 -> 1 / 8.0;
            default -> null;
        };
    }

    private void lessCpu(ReaderVariant ours, ReaderVariant other, @Nullable Double max) {
        add(CPU_PER_MIB, ours, other, max == null ? null : Goal.atMost(max));
        add(THROUGHPUT, ours, other, null);
    }

    private void notAbove(ReaderVariant ours, ReaderVariant other) {
        add(CPU_PER_MIB, ours, other, NOT_ABOVE);
        add(ALLOCATED, ours, other, NOT_ABOVE);
    }

    /** Adds a comparison if both contenders are measured. */
    private void add(String quantity, ReaderVariant contender, ReaderVariant reference, @Nullable Goal goal) {
        if (contenders.containsAll(Arrays.asList(contender, reference)))
            comparisons.add(new Comparison(quantity, contender.id(), reference.id(), hasGoals ? goal : null));
    }
}
