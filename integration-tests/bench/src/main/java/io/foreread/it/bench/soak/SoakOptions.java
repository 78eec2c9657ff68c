package io.foreread.it.bench.soak;

import io.foreread.it.bench.results.ResultFile;
import io.foreread.it.fixture.CassandraVersion;

/**
 * The validated options of {@code ./bench soak}.
 *
 * @param settings settings of both agents, separated by commas; empty for the defaults
 */
record SoakOptions(CassandraVersion release, String settings, int minutes, ResultFile results) {}
