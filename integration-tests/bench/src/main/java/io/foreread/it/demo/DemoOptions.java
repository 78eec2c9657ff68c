package io.foreread.it.demo;

import io.foreread.it.fixture.CassandraVersion;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The checked options of the demo.
 *
 * @param diskAccessMode null for the default of the line
 * @param dataMib the uncompressed payload to write
 * @param readAheadKib kernel readahead of the data directory; empty for that of the machine
 * @param keep whether the node runs until Enter after the report
 * @param grafana whether Prometheus and, if possible, Grafana run with the kept node
 * @param directory the directory of the node
 */
record DemoOptions(
        CassandraVersion version,
        @Nullable String diskAccessMode,
        int dataMib,
        OptionalInt readAheadKib,
        boolean keep,
        boolean grafana,
        Path directory) {}
