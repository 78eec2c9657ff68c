package io.foreread.it.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;

/** Main class of the child JVM: checks the sstables of one keyspace and prints a line for each case. */
public final class ReaderContract {
    private static final Set<String> COMPRESSORS =
            new HashSet<>(Arrays.asList("lz4", "snappy", "deflate", "zstd", "noop"));

    private ReaderContract() {}

    /**
     * @param arguments the keyspace's directory, an empty one for damaged copies and, where there is one, an empty one on a
     *     device with a readahead of 4 KiB
     */
    public static void main(String[] arguments) throws IOException {
        DatabaseDescriptor.toolInitialization();
        Report report = new Report(System.out);
        List<SstableFile> files = sstables(Paths.get(arguments[0]));
        boolean directPossible = DirectReads.possible(files.get(0).data());
        System.out.println("direct reads possible: " + directPossible);
        new Cases(report, Paths.get(arguments[1]), Way.all(directPossible)).run(files);
        if (arguments.length > 2) new OverlapCases(report, Paths.get(arguments[2])).run(Cases.large(files));
        System.out.println("ran " + report.cases());
        System.out.flush();
        // Cassandra's threads need not be waited for.
        Runtime.getRuntime().halt(0);
    }

    /**
     * Named by table; a second sstable of a table by its generation too.
     *
     * @throws IllegalStateException if one is named after another compressor than its own: nothing would read what it is
     *     there for
     */
    static List<SstableFile> sstables(Path keyspace) throws IOException {
        List<SstableFile> sstables;
        try (Stream<Path> files = Files.walk(keyspace)) {
            sstables = files.filter(path -> path.toString().endsWith("-Data.db"))
                    .sorted()
                    .map(path -> SstableFile.of(name(path), path))
                    .collect(Collectors.toList());
        }
        for (SstableFile file : sstables) checkCompressor(file);
        return sstables;
    }

    private static void checkCompressor(SstableFile file) {
        String named = file.name().substring(0, (file.name() + "-").indexOf('-'));
        if (!COMPRESSORS.contains(named)) return;
        String compressor = file.compressed() ? file.chunks().compressor() : "none";
        if (!compressor.equalsIgnoreCase(named + "Compressor"))
            throw new IllegalStateException(file.data() + " is compressed by " + compressor + ", not " + named);
    }

    private static String name(Path data) {
        String table = data.getParent().getFileName().toString();
        String generation = data.getFileName().toString().replaceFirst("[a-z]+-([^-]+)-.*", "$1");
        return table.substring(0, table.indexOf('-')).replace('_', '-')
                + (generation.equals("1") ? "" : "-" + generation);
    }
}
