package io.foreread.it.bench.readahead;

import io.foreread.it.bench.command.Checks;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.bench.results.ResultFile;
import java.util.List;

/**
 * The validated options of {@code ./bench readahead}.
 *
 * @param volumes the same volume with each kernel readahead
 * @param rounds number of measurements of each contender with each kernel readahead
 * @param warmUps number of compactions on each node before the measurements
 * @param perSecond requests per second
 * @param seconds the duration of the point reads alone, and the minimum duration of those during compactions
 * @param cacheMib the limit of the node's page cache
 */
record KernelReadAheadOptions(
        List<VolumeSpec> volumes,
        List<ReaderVariant> contenders,
        DataSpec data,
        int rounds,
        int warmUps,
        int perSecond,
        int seconds,
        int cacheMib,
        ResultFile results) {
    /** @throws IllegalArgumentException if a value is wrong; the message contains the option */
    KernelReadAheadOptions {
        if (volumes.get(0).hot())
            throw new IllegalArgumentException(
                    "--preset: '" + volumes.get(0).name() + "' is in the page cache, so no device is read");
        Checks.atLeast(1, "--rounds", rounds);
        Checks.atLeast(0, "--warm-ups", warmUps);
        Checks.atLeast(1, "--per-second", perSecond);
        Checks.atLeast(1, "--seconds", seconds);
        data.checkCache(cacheMib);
    }

    List<Integer> readAheadsKib() {
        return volumes.stream().map(VolumeSpec::readAheadKib).toList();
    }
}
