package io.foreread.it.bench.reads;

import io.foreread.it.bench.command.Checks;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.bench.results.ResultFile;
import java.util.List;

/**
 * The validated options of {@code ./bench reads}.
 *
 * @param rounds number of measurements of each contender
 * @param perSecond requests per second
 * @param seconds the duration of each kind of request without other load
 * @param cacheMib the limit of the node's page cache; 0 for no limit
 */
record ReadsOptions(
        VolumeSpec volume,
        List<ReaderVariant> contenders,
        DataSpec data,
        int rounds,
        int perSecond,
        int seconds,
        int cacheMib,
        ResultFile results) {
    /** @throws IllegalArgumentException if a value is wrong; the message contains the option */
    ReadsOptions {
        if (volume.hot())
            throw new IllegalArgumentException(
                    "--preset: '" + volume.name() + "' is in the page cache, so no device is read");
        Checks.atLeast(1, "--rounds", rounds);
        Checks.atLeast(1, "--per-second", perSecond);
        Checks.atLeast(1, "--seconds", seconds);
        if (cacheMib != 0) data.checkCache(cacheMib);
    }
}
