/**
 * Code that is copied into Cassandra's methods; these classes are never loaded. They have static methods only, and no fields,
 * lambdas or string concatenation. A method calls a dispatch class of the package {@code resident.dispatch}. Hooks refer to the classes
 * by name.
 */
package io.foreread.agent.advice;
