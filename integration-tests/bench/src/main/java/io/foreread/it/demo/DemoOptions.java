package io.foreread.it.demo;

import io.foreread.it.fixture.CassandraVersion;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The validated options of the demo.
 *
 * @param diskAccessMode the value of {@code disk_access_mode}; null for Cassandra's default
 * @param dataMib MiB of uncompressed payload to write
 * @param readAheadKib kernel readahead of a loop device for the data; empty for no loop device
 * @param keep whether the node runs after the report until Enter or Ctrl-C
 * @param grafana whether, if possible, Prometheus and Grafana run with the kept node
 * @param directory the directory for all files of this run
 */
record DemoOptions(
        CassandraVersion version,
        @Nullable String diskAccessMode,
        int dataMib,
        OptionalInt readAheadKib,
        boolean keep,
        boolean grafana,
        Path directory) {}
