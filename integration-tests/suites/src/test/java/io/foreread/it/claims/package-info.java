/** Verifies that tests of the default run cover every claim of the README about what is applied where. */
package io.foreread.it.claims;
