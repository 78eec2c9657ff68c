/** {@code ./bench fleet}: what the queries of boards and rules cost on a simulated fleet. */
package io.foreread.it.bench.fleet;
