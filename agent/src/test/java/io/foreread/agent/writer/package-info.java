/** Tests of compress-ahead that need no writer of Cassandra. */
package io.foreread.agent.writer;
