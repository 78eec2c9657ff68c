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
 * All measurements.
 *
 * @param calibration empty without fio
 * @param measured measurements by contender in the order of rounds; contenders in the order of the first round
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

    /** The median is the ratio of the medians. Minimum and maximum are ratios within single rounds. */
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

    /** The value measured by fio, else the configured one. */
    OptionalDouble limitMibPerSecond() {
        if (calibration.isPresent()) return OptionalDouble.of(calibration.get().mibPerSecond());
        return volume.mibPerSecond() > 0 ? OptionalDouble.of(volume.mibPerSecond()) : OptionalDouble.empty();
    }

    /** The value measured by fio, else the configured one. */
    OptionalDouble limitIops() {
        if (calibration.isPresent()) return OptionalDouble.of(calibration.get().iops());
        return volume.iops() > 0 ? OptionalDouble.of(volume.iops()) : OptionalDouble.empty();
    }
}
