/**
 * Code that is copied into Cassandra's methods; these classes are never loaded. They have static methods only, and no fields,
 * lambdas or string concatenation. A method calls {@code ProbeDispatch} or {@code ScanDispatch}. Hooks refer to the classes by name.
 */
package io.foreread.agent.advice;
