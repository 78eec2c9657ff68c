/** The table of all suites and releases at the end of a run, and the check that none is missing. */
package io.foreread.it.summary;
