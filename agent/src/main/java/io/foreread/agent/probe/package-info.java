/**
 * Methods that woven code calls to record something. Loaded by Cassandra's class loader, on the first woven call. They
 * must not throw; the advice suppresses and counts an exception that is thrown nevertheless. The signatures that advice
 * calls have types of the JDK and of Cassandra only.
 */
package io.foreread.agent.probe;
