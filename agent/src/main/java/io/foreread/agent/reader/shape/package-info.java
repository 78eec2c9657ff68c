/**
 * Members of Cassandra that differ between its lines, found by reflection. Loaded when the node starts, with all classes of
 * the data path.
 */
package io.foreread.agent.reader.shape;
