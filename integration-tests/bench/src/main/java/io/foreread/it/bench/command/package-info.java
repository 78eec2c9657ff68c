/** The common parts of the commands of {@code ./bench}: checks, failures, groups of options, the console. */
package io.foreread.it.bench.command;
