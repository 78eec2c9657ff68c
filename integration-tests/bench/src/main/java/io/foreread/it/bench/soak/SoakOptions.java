package io.foreread.it.bench.soak;

import io.foreread.it.bench.results.ResultFile;
import io.foreread.it.fixture.CassandraVersion;

/** The validated options of {@code ./bench soak}. */
record SoakOptions(CassandraVersion release, int minutes, ResultFile results) {}
