package io.foreread.it.bench.laboratory;

import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/** A release of Cassandra with one way of reading. The name of each is part of the JSON. */
public enum Contender {
    V41_STOCK_MMAP("4.1-stock-mmap", CassandraRelease.V4_1_10, "mmap", false, null),
    V41_STOCK_PREAD("4.1-stock-pread", CassandraRelease.V4_1_10, "mmap_index_only", false, null),
    V41_FOREREAD("4.1-foreread", CassandraRelease.V4_1_10, "mmap", false, ""),
    /** Only if it is asked for. */
    V41_FOREREAD_ALONE("4.1-foreread-no-overlap", CassandraRelease.V4_1_10, "mmap", false, "overlap=false"),
    /** Only if it is asked for. */
    V41_FOREREAD_DIRECT("4.1-foreread-direct", CassandraRelease.V4_1_10, "mmap", false, "direct-io=true"),
    V503_STOCK("5.0.3-stock", CassandraRelease.V5_0_3, "mmap_index_only", false, null),
    V503_FOREREAD("5.0.3-foreread", CassandraRelease.V5_0_3, "mmap_index_only", false, ""),
    /** Only if it is asked for, as the next. */
    V503_FOREREAD_DIRECT("5.0.3-foreread-direct", CassandraRelease.V5_0_3, "mmap_index_only", false, "direct-io=true"),
    V503_FOREREAD_AHEAD(
            "5.0.3-foreread-ahead", CassandraRelease.V5_0_3, "mmap_index_only", false, "decompress-ahead=true"),
    V503_FOREREAD_INDEX("5.0.3-foreread-index", CassandraRelease.V5_0_3, "mmap_index_only", false, "skip-index=false"),
    /** The first release with a native read-ahead; from 5.0.5 on compactions do without the partition index, too. */
    V504_NATIVE("5.0.4-native", CassandraRelease.V5_0_4, "mmap_index_only", false, null),
    V509_NATIVE("5.0.9-native", CassandraRelease.V5_0_9, "mmap_index_only", false, null),
    V509_NATIVE_CHUNK_CACHE("5.0.9-native-chunkcache", CassandraRelease.V5_0_9, "mmap_index_only", true, null),
    V509_NATIVE_MMAP("5.0.9-native-mmap", CassandraRelease.V5_0_9, "mmap", false, null),
    V509_FOREREAD_CHUNK_CACHE("5.0.9-foreread-chunkcache", CassandraRelease.V5_0_9, "mmap_index_only", true, ""),
    V509_FOREREAD_MMAP("5.0.9-foreread-mmap", CassandraRelease.V5_0_9, "mmap", false, ""),
    V60_NATIVE("6.0-native", CassandraRelease.V6_0_ALPHA2, "mmap_index_only", false, null);

    private final String id;
    private final CassandraRelease release;
    /** The line's default wherever the name does not tell another. */
    private final String diskAccessMode;

    private final boolean chunkCache;
    /** Null without the agent. */
    private final String agentOptions;

    Contender(String id, CassandraRelease release, String diskAccessMode, boolean chunkCache, String agentOptions) {
        this.id = id;
        this.release = release;
        this.diskAccessMode = diskAccessMode;
        this.chunkCache = chunkCache;
        this.agentOptions = agentOptions;
    }

    public String id() {
        return id;
    }

    public CassandraVersion version() {
        return release.version();
    }

    public boolean isOurs() {
        return agentOptions != null;
    }

    /** @param data where sstables go */
    public ChildJvmNode.Builder node(Path storage, Path data) {
        ChildJvmNode.Builder builder = BenchNode.builder(version(), storage)
                .dataDirectory(data)
                .diskAccessMode(diskAccessMode)
                .fileCache(chunkCache);
        return agentOptions == null ? builder : builder.agent(agentOptions);
    }

    /**
     * @param ids none means all but those with other than default settings
     * @throws IllegalArgumentException the message says which there are
     */
    public static List<Contender> named(List<String> ids) {
        if (ids.isEmpty())
            return Arrays.stream(values())
                    .filter(one -> one.agentOptions == null || one.agentOptions.isEmpty())
                    .toList();
        List<Contender> chosen = new ArrayList<>();
        for (String id : new LinkedHashSet<>(ids))
            chosen.add(Arrays.stream(values())
                    .filter(one -> one.id.equals(id))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("--contenders: '" + id + "' is none of "
                            + Arrays.stream(values()).map(Contender::id).collect(Collectors.joining(", ")))));
        return List.copyOf(chosen);
    }

    @Override
    public String toString() {
        return id;
    }
}
