/** {@code ./bench readahead}: compactions and point reads with different values of the kernel readahead. */
package io.foreread.it.bench.readahead;
