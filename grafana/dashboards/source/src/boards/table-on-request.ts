import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { KEYSPACE, TABLE, mean, quantile, rate, sumBy, top } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const BY = "keyspace, table";
const LEGEND = "{{keyspace}}.{{table}}";
const unlessIncluded = (names: string) => `\`metrics.table.include\` in foreread.yaml must contain ${names}.`;

/** Panels of families or buckets that are not exported by default, and of the storage-attached indexes of 5.0. */
export function onRequest(): Row {
  return row("Exported on request, and indexes", [
    trend({
      title: "p99 of reads on replicas",
      shows: "99th percentile of reads of single partitions, for the slowest tables.",
      good: "It is below 12 ms on SSD.",
      otherwise: "See sstables and tombstones per read.",
      empty: "There is no data unless `metrics.table.distributions` in foreread.yaml is `buckets` or `both`.",
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
      shows: "Mean latency of range reads, for the slowest tables. Read-ahead makes long range reads faster.",
      good: "It is in proportion to the rows read.",
      otherwise: "The range has many tombstones or sstables, as the panels above show.",
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
      shows: "Mean latency of reads that the chosen nodes coordinated, including replicas and network.",
      good: "It is little above the latency on replicas.",
      otherwise:
        "If it is far above, replicas on other nodes are slow, or the consistency level waits for another datacenter.",
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
        "Reads per second on replicas that exceeded tombstone_warn_threshold, and reads that were aborted at tombstone_failure_threshold.",
      good: "There are none.",
      otherwise: "The log has the partitions. Change the model before reads are rejected.",
      empty: `${since("4.0")} ${unlessIncluded("`cassandra_table_tombstone_*`")}`,
      unit: Unit.PER_SECOND,
      queries: [
        query(top(sumBy(BY, rate("cassandra_table_tombstone_warnings_total", KEYSPACE, TABLE))), `${LEGEND} warned`),
        query(top(sumBy(BY, rate("cassandra_table_tombstone_failures_total", KEYSPACE, TABLE))), `${LEGEND} aborted`),
      ],
    }),
    trend({
      title: "Storage-attached indexes: mean query",
      shows: "Mean latency of queries by storage-attached index on replicas.",
      good: "It is below 10 ms.",
      otherwise:
        "Queries match many rows, or read many sstables. Use unified or leveled compaction for indexed tables.",
      empty: `${since("5.0")} There is no data while no client queries by index.`,
      unit: Unit.SECONDS,
      queries: [query(top(mean(BY, "cassandra_sai_query_latency_seconds", KEYSPACE, TABLE)), LEGEND)],
    }),
    trend({
      title: "Storage-attached indexes: timeouts",
      shows: "Index queries per second that timed out on replicas.",
      good: "There are none.",
      otherwise: "The index selects too many rows. Add the partition key to the query.",
      empty: `${since("5.0")} There is no data without such an index.`,
      unit: Unit.PER_SECOND,
      queries: [query(top(sumBy(BY, rate("cassandra_sai_query_timeouts_total", KEYSPACE, TABLE))), LEGEND)],
    }),
  ]);
}
