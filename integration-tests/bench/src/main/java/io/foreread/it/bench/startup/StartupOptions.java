package io.foreread.it.bench.startup;

import io.foreread.it.bench.results.ResultFile;
import io.foreread.it.fixture.CassandraVersion;

/**
 * The validated options of {@code ./bench startup}.
 *
 * @param rounds the number of starts without and with the agent
 */
record StartupOptions(CassandraVersion release, int rounds, ResultFile results) {}
