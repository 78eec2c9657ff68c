package io.foreread.it.bench.memory;

import io.foreread.it.fixture.CassandraVersion;
import java.nio.file.Path;
import java.util.Optional;

/** The validated options of {@code ./bench memory}. */
record MemoryOptions(CassandraVersion release, int minutes, Optional<Path> json) {}
