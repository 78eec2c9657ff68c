package io.foreread.it.bench.laboratory;

import picocli.CommandLine.Option;

/** The options of the sstables that are read. */
public final class DataOptions {
    @Option(
            names = "--chunk-kb",
            paramLabel = "KB",
            description = "Chunk length: 4, 16 or 64. Default: ${DEFAULT-VALUE}")
    private int chunkKib = DataSpec.USUAL_CHUNK_KIB;

    @Option(
            names = "--data-mb",
            paramLabel = "MB",
            description =
                    "MiB of payload before compression. The sstables are kept for later runs. Default: ${DEFAULT-VALUE}")
    private int dataMib = 840;

    /** @throws IllegalArgumentException if an option is wrong; the message contains the option and its valid values */
    public DataSpec data(String workload, String compression, int sstables) {
        return DataSpec.of(workload, compression, chunkKib, dataMib, sstables);
    }
}
