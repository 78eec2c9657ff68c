/**
 * Suites that check whether the tests of the reader detect defects: mutants of PIT, and seeded defects. They use a JVM
 * with the class path of a release, and sstables that the release has written.
 */
package io.foreread.it.mutation;
