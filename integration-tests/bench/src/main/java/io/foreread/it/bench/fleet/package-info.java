/** {@code ./bench fleet}: the cost of the queries of dashboards and rules on a simulated fleet. */
package io.foreread.it.bench.fleet;
