/** Tests of the compress-ahead algorithm without Cassandra. */
package io.foreread.agent.writeahead;
