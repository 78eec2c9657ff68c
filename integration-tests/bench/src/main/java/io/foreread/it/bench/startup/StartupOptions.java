package io.foreread.it.bench.startup;

import io.foreread.it.fixture.CassandraVersion;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The validated options of {@code ./bench startup}.
 *
 * @param rounds the number of starts without and with the agent
 */
record StartupOptions(CassandraVersion release, int rounds, Optional<Path> json) {}
