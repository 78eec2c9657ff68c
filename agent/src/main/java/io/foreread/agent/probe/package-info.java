/**
 * The calls of woven code that observe. Loaded by the class loader that loads Cassandra, on the first woven call. Nothing
 * here may throw; the advice suppresses and counts an exception that is thrown nevertheless. The signatures that advice
 * calls have types of the JDK and of Cassandra only.
 */
package io.foreread.agent.probe;
