import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { KEYSPACE, TABLE, mean, quantile, rate, sumBy, top } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const BY = "keyspace, table";
const LEGEND = "{{keyspace}}.{{table}}";
const unlessIncluded = (names: string) => `Unless \`metrics.table.include\` in foreread.yaml has ${names}.`;

/** Families that are not exported by default, and those of 5.0. */
export function onRequest(): Row {
  return row("Exported on request, and indexes", [
    trend({
      title: "p99 of reads on replicas",
      shows: "99th percentile of reads of single partitions, of the slowest tables.",
      good: "below 12 ms on SSD.",
      otherwise: "see sstables and tombstones per read.",
      empty: "Unless `metrics.table.distributions` in foreread.yaml is buckets.",
      unit: Unit.SECONDS,
      queries: [
        query(
          top(quantile(0.99, BY, "cassandra_table_operation_latency_seconds", KEYSPACE, TABLE, 'operation="read"')),
          LEGEND,
        ),
      ],
    }),
    trend({
      title: "Mean range read on replicas",
      shows: "Mean latency of range reads, of the slowest tables. Read-ahead makes the long ones faster.",
      good: "in proportion to the rows read.",
      otherwise: "many tombstones or sstables in the range; see above.",
      empty: unlessIncluded("`cassandra_table_operation_latency_seconds`"),
      unit: Unit.SECONDS,
      queries: [
        query(
          top(mean(BY, "cassandra_table_operation_latency_seconds", KEYSPACE, TABLE, 'operation="range_read"')),
          LEGEND,
        ),
      ],
    }),
    trend({
      title: "Mean latency as coordinator",
      shows: "Mean latency of reads that the chosen nodes coordinated, replicas and network included.",
      good: "little above the replicas' own.",
      otherwise: "far above: slow replicas elsewhere, or a consistency level that asks another datacenter.",
      empty: unlessIncluded("`cassandra_table_coordinator_latency_seconds`"),
      unit: Unit.SECONDS,
      queries: [
        query(
          top(mean(BY, "cassandra_table_coordinator_latency_seconds", KEYSPACE, TABLE, 'operation="read"')),
          LEGEND,
        ),
      ],
    }),
    trend({
      title: "Reads over the tombstone thresholds",
      shows:
        "Reads per second on replicas that passed tombstone_warn_threshold, and those aborted at tombstone_failure_threshold.",
      good: "0.",
      otherwise: "the log names partitions; change the model before they are refused.",
      empty: `${since("4.0")} ${unlessIncluded("`cassandra_table_tombstone_*`")}`,
      unit: Unit.PER_SECOND,
      queries: [
        query(top(sumBy(BY, rate("cassandra_table_tombstone_warnings_total", KEYSPACE, TABLE))), `${LEGEND} warned`),
        query(top(sumBy(BY, rate("cassandra_table_tombstone_failures_total", KEYSPACE, TABLE))), `${LEGEND} aborted`),
      ],
    }),
    trend({
      title: "Storage-attached indexes: mean query",
      shows: "Mean latency on replicas of queries by storage-attached index.",
      good: "below 10 ms.",
      otherwise:
        "queries that match many rows, or many sstables per query: prefer unified or leveled compaction for indexed tables.",
      empty: `${since("5.0")} While nobody queries by index.`,
      unit: Unit.SECONDS,
      queries: [query(top(mean(BY, "cassandra_sai_query_latency_seconds", KEYSPACE, TABLE)), LEGEND)],
    }),
    trend({
      title: "Storage-attached indexes: timeouts",
      shows: "Queries by index per second that timed out on replicas.",
      good: "0.",
      otherwise: "the index selects too little: add the partition key to the query.",
      empty: `${since("5.0")} Where no table has such an index.`,
      unit: Unit.PER_SECOND,
      queries: [query(top(sumBy(BY, rate("cassandra_sai_query_timeouts_total", KEYSPACE, TABLE))), LEGEND)],
    }),
  ]);
}
