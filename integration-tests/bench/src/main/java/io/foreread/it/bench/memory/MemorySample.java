package io.foreread.it.bench.memory;

/**
 * Direct memory of both nodes, read one directly after the other.
 *
 * @param second seconds since the start of the load
 * @param agentBytes MemoryUsed of the node with the agent
 * @param stockBytes MemoryUsed of the node without
 * @param heldBytes what the agent reports as allocated or idle, part of {@code agentBytes}
 * @param agentPoolBytes size of Cassandra's own buffer pools on the node with the agent, part of {@code agentBytes}
 * @param stockPoolBytes the same on the node without, part of {@code stockBytes}
 */
record MemorySample(
        double second, long agentBytes, long stockBytes, long heldBytes, long agentPoolBytes, long stockPoolBytes) {
    long agentOutsidePoolsBytes() {
        return agentBytes - agentPoolBytes;
    }

    long stockOutsidePoolsBytes() {
        return stockBytes - stockPoolBytes;
    }
}
