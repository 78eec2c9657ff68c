package io.foreread.it.bench.memory;

/**
 * The direct memory of both nodes, read from one node directly after the other.
 *
 * @param second seconds since the start of the load
 * @param agentBytes MemoryUsed of the node with the agent
 * @param stockBytes MemoryUsed of the node without the agent
 * @param heldBytes memory that the agent reports as used or idle, part of {@code agentBytes}
 * @param agentPoolBytes size of Cassandra's own buffer pools on the node with the agent, part of {@code agentBytes}
 * @param stockPoolBytes size of these pools on the node without the agent, part of {@code stockBytes}
 */
record MemorySample(
        double second, long agentBytes, long stockBytes, long heldBytes, long agentPoolBytes, long stockPoolBytes) {
    long simultaneousDifferenceBytes() {
        return agentBytes - stockBytes;
    }

    long agentOutsidePoolsBytes() {
        return agentBytes - agentPoolBytes;
    }

    long stockOutsidePoolsBytes() {
        return stockBytes - stockPoolBytes;
    }
}
