package io.foreread.it.bench.memory;

import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.fixture.CassandraVersion;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What to measure.
 *
 * @param json null for no file
 */
record MemoryOptions(CassandraVersion release, int minutes, Path json) {
    /**
     * @param release a version, or a line for its newest release
     * @throws IllegalArgumentException the message names the option and what is wrong with it
     */
    static MemoryOptions of(String release, int minutes, Path json) {
        return new MemoryOptions(BenchNode.release(release), minutes, json);
    }

    MemoryOptions {
        if (minutes < 1) throw new IllegalArgumentException("--minutes: " + minutes + " is less than 1");
        if (json != null && !Files.isDirectory(json.toAbsolutePath().getParent()))
            throw new IllegalArgumentException(
                    "--json: there is no directory " + json.toAbsolutePath().getParent());
    }
}
