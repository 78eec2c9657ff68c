/** Tables of every shape, operations on their sstables, and comparisons of the results. */
package io.foreread.it.operation;
