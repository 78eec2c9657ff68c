/**
 * Code that is copied into Cassandra's methods; these classes are never loaded. Static methods only, no fields, no lambdas,
 * no string concatenation: one guard and one call to a probe. Hooks refer to them by name.
 */
package io.foreread.agent.advice;
