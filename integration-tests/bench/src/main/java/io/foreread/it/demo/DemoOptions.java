package io.foreread.it.demo;

import io.foreread.it.fixture.CassandraVersion;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What the demo was asked for.
 *
 * @param diskAccessMode null means the line's default
 * @param dataMib uncompressed payload to write
 * @param readAheadKib the kernel's readahead below the data directory; empty leaves the machine's
 * @param keep leave the node up after the report, until Enter
 * @param grafana beside the kept node, Prometheus and where possible Grafana
 * @param directory where the node lives while the demo runs
 */
record DemoOptions(
        CassandraVersion version,
        @Nullable String diskAccessMode,
        int dataMib,
        OptionalInt readAheadKib,
        boolean keep,
        boolean grafana,
        Path directory) {}
