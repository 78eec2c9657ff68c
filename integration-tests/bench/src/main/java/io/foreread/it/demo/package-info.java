/** The demonstration: one table compacted twice on a real node, without and with Foreread, measured and compared. */
package io.foreread.it.demo;
