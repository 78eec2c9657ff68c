/**
 * The only methods woven code calls, besides the readers in Cassandra's packages. Loaded by the class loader that loads
 * Cassandra, on the first woven call. Everything here observes and must not throw; what throws all the same is
 * suppressed by the advice and counted.
 */
package io.foreread.agent.probe;
