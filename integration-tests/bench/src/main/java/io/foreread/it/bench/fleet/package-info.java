/** {@code ./bench fleet}: the cost of the queries of boards and rules on a simulated fleet. */
package io.foreread.it.bench.fleet;
