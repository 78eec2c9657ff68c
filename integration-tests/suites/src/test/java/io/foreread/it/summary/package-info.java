/**
 * Prints the results of all suites and releases as a table at the end of a run, and checks that no suite is missing.
 */
package io.foreread.it.summary;
