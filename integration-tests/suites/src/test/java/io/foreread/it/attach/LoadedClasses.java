package io.foreread.it.attach;

import io.foreread.it.fixture.NodeAgent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The classes of Foreread in the JVM of a node. */
final class LoadedClasses {
    private static final String RESIDENT = "resident ";
    private static final String SOURCE =
            """
            import java.lang.instrument.Instrumentation;
            import java.nio.file.*;
            import java.util.*;

            public class ListLoadedClasses {
                public static void agentmain(String file, Instrumentation instrumentation) throws Exception {
                    List<String> lines = new ArrayList<>();
                    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
                        String name = type.getName();
                        if (!name.startsWith("io.foreread.")
                                && !name.equals("org.apache.cassandra.io.util.ScanReader")
                                && !name.equals("org.apache.cassandra.io.sstable.format.DataFile")) continue;
                        ClassLoader loader = type.getClassLoader();
                        lines.add((loader == ClassLoader.getSystemClassLoader() ? "resident" : loader) + " " + name);
                    }
                    Files.write(Paths.get(file), lines);
                }
            }
            """;

    private final NodeAgent agent;
    private final Path directory;

    /** @param directory an empty directory for the agent and its lists */
    LoadedClasses(Path directory) throws IOException {
        this.directory = directory;
        agent = new NodeAgent(directory, "ListLoadedClasses", SOURCE);
    }

    /** The classes that another loader than Cassandra's has loaded, each with its loader. */
    List<String> ofAttachments(AttachableNode node) {
        return all(node).stream().filter(line -> !line.startsWith(RESIDENT)).toList();
    }

    /** The names of the classes that Cassandra's loader has loaded, which stay until the node ends. */
    List<String> resident(AttachableNode node) {
        return all(node).stream()
                .filter(line -> line.startsWith(RESIDENT))
                .map(line -> line.substring(RESIDENT.length()))
                .toList();
    }

    private List<String> all(AttachableNode node) {
        try {
            Path list = Files.createTempFile(directory, "classes-", ".txt");
            agent.run(node.pid(), node.seen(agent.jar()), node.seen(list));
            return Files.readAllLines(list);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
