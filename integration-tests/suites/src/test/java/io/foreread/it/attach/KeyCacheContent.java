package io.foreread.it.attach;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeAgent;
import io.foreread.it.operation.TableFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads the keys in the key cache of a node. */
final class KeyCacheContent {
    private static final String SOURCE =
            """
            import java.nio.file.*;
            import java.util.*;

            public class ListCachedKeys {
                public static void agentmain(String file) throws Exception {
                    Object service = Class.forName("org.apache.cassandra.service.CacheService").getField("instance").get(null);
                    Object cache = service.getClass().getField("keyCache").get(service);
                    List<String> lines = new ArrayList<>();
                    Iterator<?> keys = (Iterator<?>) cache.getClass().getMethod("keyIterator").invoke(cache);
                    while (keys.hasNext()) {
                        Object key = keys.next();
                        Object sstable = key.getClass().getField("desc").get(key);
                        byte[] bytes = (byte[]) key.getClass().getField("key").get(key);
                        lines.add(sstable + " " + new java.math.BigInteger(1, bytes).toString(16));
                    }
                    Files.write(Paths.get(file), lines);
                }
            }
            """;

    private final ChildJvmNode node;
    private final NodeAgent agent;
    private final Path directory;

    /** @param directory an empty directory for the agent and its lists */
    KeyCacheContent(ChildJvmNode node, Path directory) throws IOException {
        this.node = node;
        this.directory = directory;
        agent = new NodeAgent(directory, "ListCachedKeys", SOURCE);
    }

    /** The cached keys of all sstables of a table, also of those that were compacted. */
    Set<String> ofTable(TableFiles table) {
        return withPath("/" + table.directoryName() + "/");
    }

    /** The cached keys of the only sstable of a table. */
    Set<String> ofOnlySstable(TableFiles table) {
        return withPath("/" + table.directoryName() + "/" + table.onlySstable() + " ");
    }

    private Set<String> withPath(String part) {
        return all().stream()
                .filter(line -> line.contains(part))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<String> all() {
        try {
            Path list = Files.createTempFile(directory, "keys-", ".txt");
            agent.run(node.pid(), list.toString());
            return Files.readAllLines(list);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
