package io.foreread.it.bench.compaction;

import io.foreread.it.bench.command.Checks;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.bench.results.ResultFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The validated options of {@code ./bench compaction}.
 *
 * @param rounds number of measurements of each contender
 * @param warmUps number of compactions on each node before the measured compaction
 * @param profile whether to profile further compactions of each contender
 */
record CompactionOptions(
        VolumeSpec volume,
        List<ReaderVariant> contenders,
        DataSpec data,
        int rounds,
        int warmUps,
        boolean profile,
        ResultFile results,
        Optional<Path> plot) {

    /** @throws IllegalArgumentException if a value is wrong; the message contains the option */
    CompactionOptions {
        Checks.atLeast(1, "--rounds", rounds);
        Checks.atLeast(0, "--warm-ups", warmUps);
    }
}
