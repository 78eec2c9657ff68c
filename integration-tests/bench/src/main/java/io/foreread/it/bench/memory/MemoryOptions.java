package io.foreread.it.bench.memory;

import io.foreread.it.bench.results.ResultFile;
import io.foreread.it.fixture.CassandraVersion;

/** The validated options of {@code ./bench memory}. */
record MemoryOptions(CassandraVersion release, int minutes, ResultFile results) {}
