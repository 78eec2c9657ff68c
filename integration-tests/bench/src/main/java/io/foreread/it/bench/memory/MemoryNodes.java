package io.foreread.it.bench.memory;

import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Two nodes with the same settings in two clusters. Only the first node has the agent. */
record MemoryNodes(ChildJvmNode agent, ChildJvmNode stock) implements AutoCloseable {
    /**
     * Much more than both nodes need, so that neither node frees memory or refuses read-ahead because of this limit.
     */
    private static final String MAX_DIRECT_MEMORY = "2g";

    static MemoryNodes start(CassandraVersion release, Path storage) {
        ChildJvmNode agent = node(release, storage.resolve("agent")).agent("").start();
        try {
            return new MemoryNodes(
                    agent,
                    node(release, storage.resolve("stock")).address("127.0.0.2").start());
        } catch (RuntimeException e) {
            agent.kill();
            throw e;
        }
    }

    private static ChildJvmNodeBuilder node(CassandraVersion release, Path storage) {
        return BenchNode.builder(release, storage)
                .jvmOptions("-XX:MaxDirectMemorySize=" + MAX_DIRECT_MEMORY)
                .yaml("concurrent_compactors", ScanTable.values().length);
    }

    List<ChildJvmNode> both() {
        return List.of(agent, stock);
    }

    boolean areAlive() {
        return agent.isAlive() && stock.isAlive();
    }

    /** The ERROR lines in the logs of both nodes. */
    List<String> errors() {
        return Stream.of(agent, stock).flatMap(node -> node.errors().stream()).toList();
    }

    @Override
    public void close() {
        // A normal shutdown would only write data that is deleted afterwards.
        stock.kill();
        agent.kill();
    }
}
