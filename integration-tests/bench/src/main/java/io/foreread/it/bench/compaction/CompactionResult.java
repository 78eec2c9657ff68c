package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.Calibration;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.Spread;
import io.foreread.it.bench.laboratory.VolumeSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * All measurements of one run of {@code ./bench compaction}.
 *
 * @param calibration the limits of the volume measured by fio; empty if fio is not installed
 * @param measured the measurements of each contender, in the order of the rounds
 */
record CompactionResult(
        VolumeSpec volume,
        DataSpec data,
        Optional<Calibration> calibration,
        Map<ReaderVariant, List<MeasuredVariant>> measured) {

    List<ReaderVariant> contenders() {
        return List.copyOf(measured.keySet());
    }

    List<MeasuredVariant> of(ReaderVariant contender) {
        return Objects.requireNonNull(measured.get(contender), contender::id);
    }

    boolean has(ReaderVariant... contenders) {
        return measured.keySet().containsAll(Arrays.asList(contenders));
    }

    Spread spread(ReaderVariant contender, ToDoubleFunction<MeasuredVariant> value) {
        return Spread.of(of(contender), value);
    }

    /**
     * The spread of the ratio of two contenders. The median is the ratio of their medians. The quartiles, the minimum and
     * the maximum are those of the ratios within each round.
     */
    Spread ratio(ReaderVariant dividend, ReaderVariant divisor, ToDoubleFunction<MeasuredVariant> value) {
        double median =
                spread(dividend, value).median() / spread(divisor, value).median();
        List<Double> single = new ArrayList<>();
        for (MeasuredVariant one : of(dividend))
            for (MeasuredVariant other : of(divisor))
                if (one.round() == other.round()) single.add(value.applyAsDouble(one) / value.applyAsDouble(other));
        if (single.isEmpty()) return new Spread(median, median, median, median, median);
        Spread rounds = Spread.of(single, Double::doubleValue);
        return new Spread(
                Math.min(rounds.min(), median),
                rounds.lowerQuartile(),
                median,
                rounds.upperQuartile(),
                Math.max(rounds.max(), median));
    }

    /** The bandwidth measured by fio, or without fio the configured limit; empty if there is none. */
    OptionalDouble limitMibPerSecond() {
        if (calibration.isPresent()) return OptionalDouble.of(calibration.get().mibPerSecond());
        return volume.mibPerSecond() > 0 ? OptionalDouble.of(volume.mibPerSecond()) : OptionalDouble.empty();
    }

    /** The requests per second measured by fio, or without fio the configured limit; empty if there is none. */
    OptionalDouble limitIops() {
        if (calibration.isPresent()) return OptionalDouble.of(calibration.get().iops());
        return volume.iops() > 0 ? OptionalDouble.of(volume.iops()) : OptionalDouble.empty();
    }
}
