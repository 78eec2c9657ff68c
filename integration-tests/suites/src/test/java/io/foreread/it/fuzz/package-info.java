/** Suites that compare nodes with and without the agent for random schemas and statements. */
package io.foreread.it.fuzz;
