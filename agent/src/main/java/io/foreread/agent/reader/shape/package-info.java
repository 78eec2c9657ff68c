/** Members of Cassandra that differ between its lines, found by reflection. Loaded at the first scan. */
package io.foreread.agent.reader.shape;
