import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { mean, on, quantile, rate, sum, sumBy } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

/** Panels of lightweight transactions, batches, views, read repairs and range reads. */
export function special(): Row {
  return row("Transactions, batches and views", [
    trend({
      title: "Lightweight transactions: lost attempts",
      shows:
        "Mean number of attempts that a transaction lost to other transactions on its partition, for those that lost any.",
      good: "There is no data, because transactions do not compete.",
      otherwise:
        "Many clients write to one partition with IF. Distribute the writes, or queue them in the application.",
      empty: "There is no data while no transaction loses an attempt.",
      unit: Unit.PLAIN,
      decimals: 1,
      queries: [query(mean("operation", "cassandra_client_request_cas_contention"), "{{operation}}")],
    }),
    trend({
      title: "Lightweight transactions: not applied or unfinished",
      shows:
        "Transactions per second whose condition was not met, unfinished commits of other transactions that had to be completed, and unknown results.",
      good: "Applications expect the unmet conditions, and no result is unknown.",
      otherwise: "After an unknown result, clients must read with SERIAL to find out what happened. See Timeouts.",
      empty: "Cassandra 4.0 and later export unknown results.",
      unit: Unit.PER_SECOND,
      queries: [
        query(sum(rate("cassandra_client_request_cas_condition_not_met_total")), "condition not met"),
        query(sum(rate("cassandra_client_request_cas_unfinished_commits_total")), "unfinished commits"),
        query(sum(rate("cassandra_client_request_cas_unknown_results_total")), "unknown results"),
      ],
    }),
    trend({
      title: "Lightweight transactions: violations",
      shows: "Transactions per second that found an older transaction lost or out of order.",
      good: "There are none.",
      otherwise: "Data can be inconsistent. See the runbook of CassandraPaxosViolation.",
      empty: since("4.1"),
      unit: Unit.PER_SECOND,
      queries: [
        query(sumBy("instance", rate("cassandra_paxos_linearizability_violations_total")), "{{instance}} violations"),
      ],
    }),
    trend({
      title: "Partitions per batch",
      shows: "99th percentile of the partitions that a batch wrote to, by type.",
      good: "It is 1, because batches are meant for one partition.",
      otherwise: "Dozens mean that batches are used to load data. Send single asynchronous writes instead.",
      empty: `${since("4.0")} There is no data while no client sends batches.`,
      unit: Unit.COUNT,
      queries: [query(quantile(0.99, "batch_type", "cassandra_batch_partitions"), "{{batch_type}}")],
    }),
    trend({
      title: "Batches",
      shows: "Batches per second by type.",
      good: "There are few logged batches.",
      otherwise: "A logged batch is also written to the batch log of two nodes. Use it only where atomicity is needed.",
      empty: since("4.0"),
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("batch_type", rate("cassandra_batch_partitions_count")), "{{batch_type}}")],
    }),
    trend({
      title: "Writes to views",
      shows:
        "Writes per second to replicas of materialized views, attempted and successful, and writes that were never acknowledged.",
      good: "Attempts and successes are equal.",
      otherwise: "If they differ, views are behind their tables. Rebuild the views afterwards.",
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
      good: "The rate is below 0.1 % of the reads.",
      otherwise: "Replicas differ because of dropped mutations, hints that were not stored, or missing repairs.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("kind", rate("cassandra_read_repairs_total")), "{{kind}}")],
    }),
    trend({
      title: "Rounds of a range read",
      shows: "99th percentile of the rounds of requests to replicas that a range read needed.",
      good: "It is 1 to 3.",
      otherwise: "Sparse data over many token ranges needs many rounds. Use larger pages or fewer vnodes.",
      empty: `${since("5.0")} There is no data while no client reads ranges.`,
      unit: Unit.COUNT,
      queries: [query(quantile(0.99, "operation", "cassandra_client_request_range_read_round_trips"), "{{operation}}")],
    }),
  ]);
}
