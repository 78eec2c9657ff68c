package io.foreread.it.bench.laboratory;

import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A contender: a release of Cassandra with one reader.
 *
 * @param id the name in options, reports and JSON
 * @param diskAccessMode the default of the release, unless the id contains another mode
 * @param agentSettings the agent's settings that are not defaults, as {@code key=value}; an empty Optional means no agent
 */
public record ReaderVariant(
        String id,
        CassandraRelease release,
        String diskAccessMode,
        boolean chunkCache,
        Optional<List<String>> agentSettings) {
    private static final CassandraRelease NEWEST_311 = CassandraRelease.newestOf("3.11");
    private static final CassandraRelease NEWEST_41 = CassandraRelease.newestOf("4.1");
    private static final CassandraRelease NEWEST_50 = CassandraRelease.newestOf("5.0");

    public static final ReaderVariant V311_STOCK_MMAP = stock("3.11-stock-mmap", NEWEST_311, "mmap", false);
    public static final ReaderVariant V311_FOREREAD = ours("3.11-foreread", V311_STOCK_MMAP);
    public static final ReaderVariant V41_STOCK_MMAP = stock("4.1-stock-mmap", NEWEST_41, "mmap", false);
    public static final ReaderVariant V41_STOCK_PREAD = stock("4.1-stock-pread", NEWEST_41, "mmap_index_only", false);
    public static final ReaderVariant V41_FOREREAD = ours("4.1-foreread", V41_STOCK_MMAP);
    public static final ReaderVariant LAST_WITHOUT_NATIVE_STOCK = stock(
            CassandraRelease.LAST_WITHOUT_NATIVE + "-stock",
            CassandraRelease.LAST_WITHOUT_NATIVE,
            "mmap_index_only",
            false);
    public static final ReaderVariant LAST_WITHOUT_NATIVE_FOREREAD =
            ours(CassandraRelease.LAST_WITHOUT_NATIVE + "-foreread", LAST_WITHOUT_NATIVE_STOCK);
    /** The first release with native read-ahead. Compactions of 5.0.5 and later also skip the partition index. */
    public static final ReaderVariant FIRST_NATIVE =
            stock(CassandraRelease.FIRST_NATIVE + "-native", CassandraRelease.FIRST_NATIVE, "mmap_index_only", false);

    public static final ReaderVariant V50_NATIVE = stock(NEWEST_50 + "-native", NEWEST_50, "mmap_index_only", false);
    /**
     * With default settings Foreread stands down. With {@code read-ahead=on} Foreread replaces the native reader. The
     * reader is then the only difference from {@link #V50_NATIVE}.
     */
    public static final ReaderVariant V50_FOREREAD = ours(NEWEST_50 + "-foreread", V50_NATIVE);

    public static final ReaderVariant V50_NATIVE_CHUNK_CACHE =
            stock(NEWEST_50 + "-native-chunkcache", NEWEST_50, "mmap_index_only", true);
    public static final ReaderVariant V50_NATIVE_MMAP = stock(NEWEST_50 + "-native-mmap", NEWEST_50, "mmap", false);
    public static final ReaderVariant V50_FOREREAD_CHUNK_CACHE =
            ours(NEWEST_50 + "-foreread-chunkcache", V50_NATIVE_CHUNK_CACHE);
    public static final ReaderVariant V50_FOREREAD_MMAP = ours(NEWEST_50 + "-foreread-mmap", V50_NATIVE_MMAP);
    public static final ReaderVariant V60_NATIVE =
            stock("6.0-native", CassandraRelease.newestOf("6.0"), "mmap_index_only", false);

    /** The contenders that are measured by default. */
    private static final List<ReaderVariant> USUAL = List.of(
            V41_STOCK_MMAP,
            V41_STOCK_PREAD,
            V41_FOREREAD,
            LAST_WITHOUT_NATIVE_STOCK,
            LAST_WITHOUT_NATIVE_FOREREAD,
            FIRST_NATIVE,
            V50_NATIVE,
            V50_NATIVE_CHUNK_CACHE,
            V50_NATIVE_MMAP,
            V50_FOREREAD_CHUNK_CACHE,
            V50_FOREREAD_MMAP,
            V60_NATIVE);

    private static final List<ReaderVariant> ALL = Stream.concat(
                    USUAL.stream(), Stream.of(V311_STOCK_MMAP, V311_FOREREAD, V50_FOREREAD))
            .toList();

    /** The separator of id and settings, as in {@code 4.1-foreread+block-size=1MiB+overlap=false}. */
    private static final String WITH = "+";

    private static ReaderVariant stock(String id, CassandraRelease release, String diskAccessMode, boolean chunkCache) {
        return new ReaderVariant(id, release, diskAccessMode, chunkCache, Optional.empty());
    }

    private static ReaderVariant ours(String id, ReaderVariant stock) {
        return new ReaderVariant(id, stock.release, stock.diskAccessMode, stock.chunkCache, Optional.of(List.of()));
    }

    /** Returns this contender with an additional setting of the agent. */
    public ReaderVariant with(String setting) {
        List<String> settings = new ArrayList<>(agentSettings.orElseThrow());
        settings.add(setting);
        return new ReaderVariant(
                id + WITH + setting, release, diskAccessMode, chunkCache, Optional.of(List.copyOf(settings)));
    }

    /** Returns the contender that differs only in having no agent; empty if this contender has no agent. */
    public Optional<ReaderVariant> withoutAgent() {
        return hasAgent() ? like(Optional.empty()) : Optional.empty();
    }

    /** Returns this contender with the agent's default settings; empty if it already has the defaults or no agent. */
    public Optional<ReaderVariant> withDefaults() {
        return agentSettings.filter(settings -> !settings.isEmpty()).flatMap(settings -> like(Optional.of(List.of())));
    }

    private Optional<ReaderVariant> like(Optional<List<String>> settings) {
        return ALL.stream()
                .filter(one -> one.release == release
                        && one.diskAccessMode.equals(diskAccessMode)
                        && one.chunkCache == chunkCache
                        && one.agentSettings.equals(settings))
                .findFirst();
    }

    public CassandraVersion version() {
        return release.version();
    }

    /** Whether this contender has the agent. */
    public boolean hasAgent() {
        return agentSettings.isPresent();
    }

    /** Whether this contender uses direct I/O. */
    public boolean isDirect() {
        return agentSettings.orElse(List.of()).contains("direct-io=true");
    }

    /** Whether this contender compresses ahead, always or where cores are idle. */
    public boolean compressesAhead() {
        List<String> settings = agentSettings.orElse(List.of());
        return settings.contains("compress-ahead=on") || settings.contains("compress-ahead=auto");
    }

    /** The id with only characters that are valid in file names. */
    public String fileName() {
        return id.replaceAll("[^A-Za-z0-9.-]", "_");
    }

    /**
     * Returns a builder for a node of this contender.
     *
     * @param data the data directory of the node
     */
    public ChildJvmNodeBuilder node(Path storage, Path data) {
        ChildJvmNodeBuilder builder = BenchNode.builder(version(), storage)
                .dataDirectory(data)
                .diskAccessMode(diskAccessMode)
                .fileCache(chunkCache);
        return agentSettings
                .map(settings -> builder.agent(String.join(",", settings)))
                .orElse(builder);
    }

    /**
     * Returns the contenders with these names, or the default contenders if there are no names.
     *
     * @param names ids; settings can follow the id of a contender that has the agent
     * @throws IllegalArgumentException if a name is wrong; the message contains the valid ids, or the problem of a setting
     */
    public static List<ReaderVariant> named(List<String> names) {
        if (names.isEmpty()) return USUAL;
        return new LinkedHashSet<>(names).stream().map(ReaderVariant::named).toList();
    }

    private static ReaderVariant named(String name) {
        List<String> parts = List.of(name.split("\\" + WITH, -1));
        ReaderVariant contender = ALL.stream()
                .filter(one -> one.id.equals(parts.get(0)))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("--contenders: '" + parts.get(0) + "' is none of " + ids()));
        for (String setting : parts.subList(1, parts.size())) {
            check(contender, name, setting);
            contender = contender.with(setting);
        }
        return contender;
    }

    private static void check(ReaderVariant contender, String name, String setting) {
        if (!contender.hasAgent())
            throw new IllegalArgumentException(
                    "--contenders: '" + name + "': only contenders with the agent have settings");
        CheckedSettings.require("--contenders: '" + name + "'", setting);
    }

    private static String ids() {
        return String.join(", ", new Ids());
    }

    /** The ids of all contenders, for the help of a command. */
    public static final class Ids implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ALL.stream().map(ReaderVariant::id).iterator();
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
