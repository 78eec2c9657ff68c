/**
 * What every reader of a Data.db must do, checked inside a JVM that has a Cassandra release and the agent on its class
 * path and nothing else. Compiled against the lowest line; what later lines call differently is found by shape.
 */
package io.foreread.it.contract;
