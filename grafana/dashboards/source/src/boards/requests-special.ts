import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { mean, on, quantile, rate, sum, sumBy } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

/** Lightweight transactions, batches, views, and what a late replica costs. */
export function special(): Row {
  return row("Transactions, batches, views and late replicas", [
    trend({
      title: "Lightweight transactions: lost attempts",
      shows: "Mean attempts that a transaction lost to others on its partition, of those that lost any.",
      good: "no data: no contention.",
      otherwise: "many clients write one partition with IF: spread them, or queue them in the application.",
      empty: "While no transaction loses an attempt.",
      unit: Unit.PLAIN,
      decimals: 1,
      queries: [query(mean("operation", "cassandra_client_request_cas_contention"), "{{operation}}")],
    }),
    trend({
      title: "Lightweight transactions: in vain or unfinished",
      shows:
        "Transactions per second whose condition was not met, commits of others that had to be finished first, and those with unknown result.",
      good: "conditions not met as the application expects; no unknown results.",
      otherwise: "unknown results: clients must read at SERIAL to learn what happened; see timeouts.",
      empty: "Unknown results: Cassandra 4.0 and later.",
      unit: Unit.PER_SECOND,
      queries: [
        query(sum(rate("cassandra_client_request_cas_condition_not_met_total")), "condition not met"),
        query(sum(rate("cassandra_client_request_cas_unfinished_commits_total")), "unfinished commits"),
        query(sum(rate("cassandra_client_request_cas_unknown_results_total")), "unknown results"),
      ],
    }),
    trend({
      title: "Partitions per batch",
      shows: "99th percentile of the partitions that a batch wrote to, by type.",
      good: "1: batches are for one partition.",
      otherwise: "dozens: a batch is no bulk load; send single writes, asynchronously.",
      empty: `${since("4.0")} While nobody sends batches.`,
      unit: Unit.COUNT,
      queries: [query(quantile(0.99, "batch_type", "cassandra_batch_partitions"), "{{batch_type}}")],
    }),
    trend({
      title: "Batches",
      shows: "Batches per second by type.",
      good: "few logged ones.",
      otherwise: "logged batches are written twice more, to the batch log: use them only where atomicity is needed.",
      empty: since("4.0"),
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("batch_type", rate("cassandra_batch_partitions_count")), "{{batch_type}}")],
    }),
    trend({
      title: "Writes to views",
      shows:
        "Writes per second to replicas of materialized views, attempted and acknowledged, and those never acknowledged so far.",
      good: "equal.",
      otherwise: "apart: views are behind their tables; rebuild them after the trouble.",
      unit: Unit.PER_SECOND,
      queries: [
        query(sum(rate("cassandra_view_replica_writes_total")), "attempted"),
        query(sum(rate("cassandra_view_replica_writes_acknowledged_total")), "acknowledged"),
        query(sum(on("cassandra_view_pending_mutations")), "never acknowledged (count)"),
      ],
    }),
    trend({
      title: "Read repairs",
      shows: "Reads per second whose replicas differed, so that the client waited for their repair.",
      good: "below 0.1 % of reads.",
      otherwise: "replicas drift: dropped mutations, hints not stored, or repairs that do not run.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("kind", rate("cassandra_read_repairs_total")), "{{kind}}")],
    }),
    trend({
      title: "Rounds of a range read",
      shows: "99th percentile of rounds of requests to replicas that a range read needed.",
      good: "1 to 3.",
      otherwise: "many: sparse data over many token ranges; larger pages, fewer vnodes.",
      empty: `${since("5.0")} While nobody reads ranges.`,
      unit: Unit.COUNT,
      queries: [query(quantile(0.99, "operation", "cassandra_client_request_range_read_round_trips"), "{{operation}}")],
    }),
  ]);
}
