/**
 * The compress-ahead algorithm: full chunks are written by another thread, in order. It refers to no class of Cassandra.
 * Loaded when the node starts, with all classes of the data path.
 */
package io.foreread.agent.writeahead;
