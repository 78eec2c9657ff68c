/** The check that tests cover what the README claims. */
package io.foreread.it.claims;
