package io.foreread.it.bench.soak;

import io.foreread.it.fixture.CassandraVersion;
import java.nio.file.Path;
import java.util.Optional;

/** The validated options of {@code ./bench soak}. */
record SoakOptions(CassandraVersion release, int minutes, Optional<Path> json) {}
