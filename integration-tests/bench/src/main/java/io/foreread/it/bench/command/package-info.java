/** What the commands of {@code ./bench} share: checks and failures, groups of options, the console. */
package io.foreread.it.bench.command;
