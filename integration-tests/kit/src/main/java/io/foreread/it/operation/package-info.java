/** Tables of every shape, what can be done to their sstables, and how to compare what came of it. */
package io.foreread.it.operation;
