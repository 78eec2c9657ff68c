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
        "Mean number of lost attempts per transaction. It includes only transactions that lost at least one attempt.",
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
        "Per second: transactions whose condition was not met, commits of other transactions that had to be completed, and transactions with an unknown result.",
      good: "Unmet conditions are normal if the application expects them, for example with IF NOT EXISTS. The rate of unknown results is 0.",
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
      shows: "99th percentile of the number of partitions per batch, by batch type.",
      good: "It is 1 for unlogged and counter batches. Logged batches write to the few partitions that must change together.",
      otherwise:
        "For unlogged and counter batches, send one asynchronous write or batch per partition instead. For logged batches with dozens of partitions, put only writes that need atomicity into one batch.",
      empty: `${since("4.0")} There is no data while no client sends batches.`,
      unit: Unit.COUNT,
      queries: [query(quantile(0.99, "batch_type", "cassandra_batch_partitions"), "{{batch_type}}")],
    }),
    trend({
      title: "Batches",
      shows: "Batches per second by batch type.",
      good: "There are few logged batches.",
      otherwise: "A logged batch is also written to the batch log of two nodes. Use it only where atomicity is needed.",
      empty: since("4.0"),
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("batch_type", rate("cassandra_batch_partitions_count")), "{{batch_type}}")],
    }),
    trend({
      title: "Writes to views",
      shows: "Attempted and acknowledged writes per second to replicas of materialized views.",
      good: "Both rates are equal. Without materialized views they are 0.",
      otherwise:
        "If fewer writes are acknowledged than attempted, views are behind their tables. Rebuild the views afterwards.",
      unit: Unit.PER_SECOND,
      queries: [
        query(sum(rate("cassandra_view_replica_writes_total")), "attempted"),
        query(sum(rate("cassandra_view_replica_writes_acknowledged_total")), "acknowledged"),
      ],
    }),
    trend({
      title: "Writes to views not acknowledged",
      shows:
        "Attempted minus acknowledged writes to replicas of materialized views since the start of the nodes. It includes writes in flight.",
      good: "It does not rise over time. Without materialized views it is 0.",
      otherwise: "If it rises, writes to views fail or time out. Rebuild the views afterwards.",
      unit: Unit.COUNT,
      queries: [query(sum(on("cassandra_view_pending_mutations")), "not acknowledged")],
    }),
    trend({
      title: "Read repairs",
      shows:
        "Reads per second that found different replicas, by kind. With `blocking`, the client waited for the repair. `background` exists up to Cassandra 3.11 only.",
      good: "The rate is below 0.1 % of the rate of reads.",
      otherwise: "Replicas differ because of dropped mutations, hints that were not stored, or missing repairs.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("kind", rate("cassandra_read_repairs_total")), "{{kind}}")],
    }),
    trend({
      title: "Rounds of a range read",
      shows: "99th percentile of the number of request rounds per range read.",
      good: "It is 1 to 3.",
      otherwise: "Sparse data over many token ranges needs many rounds. Use larger pages or fewer vnodes.",
      empty: `${since("5.0")} There is no data while no client reads ranges.`,
      unit: Unit.COUNT,
      queries: [query(quantile(0.99, "operation", "cassandra_client_request_range_read_round_trips"), "{{operation}}")],
    }),
  ]);
}
