/** What differs between Cassandra's lines, found by shape. Loaded at the first scan. */
package io.foreread.agent.reader.shape;
