/**
 * Whether the tests of the reader would notice a defect: PIT's mutants of it, and six defects of our own. In a JVM with
 * a real release's class path, on sstables that the release has written.
 */
package io.foreread.it.mutation;
