package io.foreread.it.bench.compaction;

import io.foreread.it.bench.comparison.Comparison;
import io.foreread.it.bench.laboratory.Calibration;
import io.foreread.it.bench.laboratory.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The results of {@code ./bench compaction}.
 *
 * @param volume the text for reports
 * @param data the text for reports
 * @param limitMibPerSecond the bandwidth of the volume; null if it has no limit
 * @param limitIops the requests per second of the volume; null if it has no limit
 * @param calibration what fio measured; empty if fio is not installed
 * @param turns the measurements in the order in which they were made
 * @param profiles empty without {@code --profile}
 */
record CompactionResult(
        String volume,
        String data,
        @Nullable Double limitMibPerSecond,
        @Nullable Double limitIops,
        List<Calibration.Reading> calibration,
        List<MeasuredVariant> turns,
        List<CompactionProfile> profiles,
        List<Comparison> comparisons) {

    /** The contenders in the order of their first turns. */
    List<String> contenders() {
        return turns.stream().map(MeasuredVariant::contender).distinct().toList();
    }

    List<MeasuredVariant> of(String contender) {
        return turns.stream().filter(turn -> turn.contender().equals(contender)).toList();
    }

    Spread spread(String contender, ToDoubleFunction<MeasuredVariant> value) {
        return Spread.of(of(contender), value);
    }
}
