package io.foreread.it.bench.cores;

import io.foreread.it.bench.command.Checks;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.results.ResultFile;
import io.foreread.it.fixture.CassandraVersion;

/** The validated options of {@code ./bench cores}. */
record CoresOptions(
        CassandraVersion release, CoresSetting setting, DataSpec data, int perSecond, int rounds, ResultFile results) {
    /** @throws IllegalArgumentException if a value is wrong; the message contains the option and its valid values */
    CoresOptions {
        Checks.atLeast(1, "--per-second", perSecond);
        Checks.atLeast(1, "--rounds", rounds);
        if (!data.isCompressed())
            throw new IllegalArgumentException("--compression: sstables that are not compressed have no chunks");
    }
}
