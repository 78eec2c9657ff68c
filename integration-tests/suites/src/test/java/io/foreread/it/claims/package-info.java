/** Verifies that the tests cover every claim of the README. */
package io.foreread.it.claims;
