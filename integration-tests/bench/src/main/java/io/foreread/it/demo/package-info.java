/** The demo: compacts one table on a real node without and with Foreread, and compares the measurements. */
package io.foreread.it.demo;
