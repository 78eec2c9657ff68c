package io.foreread.it.bench.laboratory;

import picocli.CommandLine.Option;

/** The options of the sstables that are read. */
public final class DataOptions {
    @Option(
            names = "--chunk-kb",
            paramLabel = "KB",
            description = "Chunk length: 4, 16 or 64. Default: ${DEFAULT-VALUE}")
    private int chunkKib = 16;

    @Option(
            names = "--data-mb",
            paramLabel = "MB",
            description = "Payload of the sstables before compression, kept for later runs. Default: ${DEFAULT-VALUE}")
    private int dataMib = 840;

    /** @throws IllegalArgumentException the message names the option and what it can be */
    public DataSpec data(String workload, String compression, int sstables) {
        return DataSpec.of(workload, compression, chunkKib, dataMib, sstables);
    }
}
