/** The table of all suites and releases at the end of a run, and whether any is missing from it. */
package io.foreread.it.summary;
