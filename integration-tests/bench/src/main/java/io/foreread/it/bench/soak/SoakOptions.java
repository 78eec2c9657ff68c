package io.foreread.it.bench.soak;

import io.foreread.it.fixture.CassandraVersion;
import java.nio.file.Path;
import java.util.Optional;

/** The checked options of {@code ./bench soak}. */
record SoakOptions(CassandraVersion release, int minutes, Optional<Path> json) {}
