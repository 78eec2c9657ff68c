package io.foreread.agent.command.check;

import io.foreread.agent.hook.CallWeave;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.agent.install.Landmark;
import io.foreread.exporter.catalog.Lines;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads the version of a Cassandra jar, and determines which hooks fit its classes. It checks the same landmarks as the
 * agent in a node, so it also supports releases that are newer than Foreread. Immutable.
 */
public final class CassandraJar {
    /** The names of the jar: the first in downloads and packages, the second on Maven Central. */
    private static final Pattern FILE_NAME = Pattern.compile("(apache-cassandra|cassandra-all)-\\d.*\\.jar");

    private static final String VERSION = "org/apache/cassandra/config/version.properties";

    private final String version;
    private final List<Hook> fitting = new ArrayList<>();
    /** The names of the hooked classes that the jar contains, whether their hooks fit or not. */
    private final Set<String> types = new HashSet<>();

    private CassandraJar(ZipFile jar) throws IOException {
        Properties properties = new Properties();
        byte[] text = bytes(jar, VERSION);
        if (text != null) properties.load(new ByteArrayInputStream(text));
        version = properties.getProperty("CassandraVersion", "unknown").trim();
        for (Hook hook : HookCatalog.hooks()) {
            byte[] type = classFile(jar, hook.typeName());
            if (type == null) continue;
            types.add(hook.typeName());
            if (Landmark.missing(hook, type, name -> classFile(jar, name)) == null) fitting.add(hook);
        }
    }

    /**
     * Finds the jar of Cassandra by its file name.
     *
     * @param entries files of a class path
     * @return null if none of them is the jar of a release
     * @throws IOException if the jar cannot be read
     */
    static @Nullable CassandraJar among(List<Path> entries) throws IOException {
        for (Path entry : entries) {
            Path name = entry.getFileName();
            if (name == null || !FILE_NAME.matcher(name.toString()).matches()) continue;
            try (ZipFile jar = new ZipFile(entry.toFile())) {
                return new CassandraJar(jar);
            }
        }
        return null;
    }

    /** Like {@link #among}, for all files of a directory. */
    static @Nullable CassandraJar in(Path directory) throws IOException {
        File[] files = directory.toFile().listFiles();
        if (files == null) throw new IOException(directory + " is not a directory that can be read");
        Arrays.sort(files);
        List<Path> entries = new ArrayList<>();
        for (File each : files) entries.add(each.toPath());
        return among(entries);
    }

    private static byte @Nullable [] classFile(ZipFile jar, String typeName) throws IOException {
        return bytes(jar, typeName.replace('.', '/') + ".class");
    }

    private static byte @Nullable [] bytes(ZipFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        if (entry == null) return null;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        try (InputStream in = jar.getInputStream(entry)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) bytes.write(buffer, 0, count);
        }
        return bytes.toByteArray();
    }

    /** Returns the version, such as 4.1.10; "unknown" if the jar does not contain it. */
    String version() {
        return version;
    }

    /** Returns the line, such as 4.1; the whole version if it does not begin with a line. */
    String line() {
        return Lines.lineOf(version);
    }

    /** Whether Cassandra has a native read-ahead for compactions, in a form that Foreread knows. */
    boolean hasNativeReadAhead() {
        return HookCatalog.scanOpenings(fitting).stream().anyMatch(CallWeave::opensNative);
    }

    /**
     * Whether Foreread can read ahead for compactions of this release.
     *
     * @param on accepts the names of the hooks that are switched on
     */
    boolean readsAhead(Predicate<String> on) {
        return HookCatalog.compactionsReadAhead(
                fitting.stream().filter(hook -> on.test(hook.name())).collect(Collectors.toList()), types);
    }
}
