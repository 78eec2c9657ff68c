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
 * All that was measured.
 *
 * @param calibration empty without fio
 * @param measured by contender, in the order of the rounds; contenders in the order in which the first round had them
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

    /** Of the medians in the middle; all else is of single rounds, in each of which both had the same machine. */
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

    /** What fio got, else what was asked for. */
    OptionalDouble limitMibPerSecond() {
        if (calibration.isPresent()) return OptionalDouble.of(calibration.get().mibPerSecond());
        return volume.mibPerSecond() > 0 ? OptionalDouble.of(volume.mibPerSecond()) : OptionalDouble.empty();
    }

    /** What fio got, else what was asked for. */
    OptionalDouble limitIops() {
        if (calibration.isPresent()) return OptionalDouble.of(calibration.get().iops());
        return volume.iops() > 0 ? OptionalDouble.of(volume.iops()) : OptionalDouble.empty();
    }
}
