package io.foreread.agent.command.check;

/** Determines one fact about a node. Stateless. */
interface Check {
    /** Reads files and, if the node is connected, MBeans. A value that cannot be read is a finding too. */
    Finding of(CheckedNode node);
}
