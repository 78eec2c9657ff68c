package io.foreread.agent.command;

import io.foreread.agent.command.node.NodeAccessException;
import io.foreread.agent.command.node.NodeProcess;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of {@code attach} and {@code detach} that names a node of this machine. */
final class LocalNode {
    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "The process of the node. Default: the only Cassandra node of this machine.")
    private @Nullable Long pid;

    /** @throws NodeAccessException if there is no such node; the message says what to do */
    NodeProcess process() throws NodeAccessException {
        return pid == null ? NodeProcess.onlyCassandra() : NodeProcess.cassandra(pid);
    }
}
