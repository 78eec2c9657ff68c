import type { Row } from "../vocabulary/board.js";
import { counter, details, gauge, p99 } from "../vocabulary/details.js";
import { Unit } from "../vocabulary/units.js";
import { type PanelSpec, inUnit } from "../vocabulary/spec.js";

const SINCE = "Cassandra 6.0 and later export this.";
const six = (detail: Omit<PanelSpec, "empty">): PanelSpec => ({ ...detail, empty: SINCE });

export function clusterMetadata(): Row {
  return details("Cluster metadata (6.0)", [
    six({
      title: "Epoch",
      unit: Unit.PLAIN,
      shows: "Latest epoch of the cluster metadata on the node.",
      good: "It is equal on all nodes.",
      otherwise: "A node with a lower epoch cannot reach the metadata service.",
      queries: [gauge("cassandra_cluster_metadata_epoch", "epoch")],
    }),
    six({
      title: "Members of the metadata service",
      unit: Unit.COUNT,
      shows: "Members, unreachable members, whether this node is a member, and whether a reconfiguration is due.",
      good: "There are three or more, and all are reachable.",
      otherwise: "Run `nodetool cms reconfigure`.",
      queries: [
        gauge("cassandra_cms_members", "members"),
        gauge("cassandra_cms_unreachable_members", "unreachable"),
        gauge("cassandra_cms_membership", "this node"),
        gauge("cassandra_cms_reconfiguration_needed", "reconfiguration due"),
      ],
    }),
    six({
      title: "Commits of metadata",
      unit: Unit.SECONDS,
      shows: "99th percentile of the time to commit a change, by result.",
      good: "It is below a second.",
      otherwise: "See Retries and fetches of metadata.",
      queries: [p99("cassandra_cluster_metadata_commit_seconds", "", "result")],
    }),
    six({
      title: "Retries and fetches of metadata",
      unit: Unit.PER_SECOND,
      shows:
        "Retries of commits, fetches and barriers, fetched entries, and coordinators that were behind, per second.",
      good: "There are none except during changes of the ring.",
      otherwise: "If they do not end, the metadata service is slow or unreachable.",
      queries: [
        counter("cassandra_cluster_metadata_commit_retries_total", "commit retries"),
        counter("cassandra_cluster_metadata_coordinator_behind_total", "coordinator behind"),
        counter("cassandra_cluster_metadata_fetch_retries_total", "fetch retries"),
        counter("cassandra_cluster_metadata_fetch_downgrades_total", "fetch downgrades"),
        counter("cassandra_cluster_metadata_fetched_entries_total", "fetched entries"),
        counter("cassandra_cluster_metadata_reconstructions_total", "reconstructions"),
        counter("cassandra_cluster_metadata_barrier_retries_total", "barrier retries"),
        counter("cassandra_cluster_metadata_barrier_relaxed_total", "barriers relaxed"),
        counter("cassandra_cms_repair_topology_retries_total", "repair retries"),
        counter("cassandra_paxos_repair_topology_retries_total", "Paxos repair retries"),
      ],
    }),
    six({
      title: "Pending fetches of metadata",
      unit: Unit.COUNT,
      shows: "Fetches of metadata that have no response yet.",
      good: "There are none.",
      otherwise: "If they do not end, the metadata service is slow or unreachable.",
      queries: [gauge("cassandra_cluster_metadata_pending_fetches", "pending")],
    }),
    six({
      title: "Requests affected by changes of metadata",
      unit: Unit.PER_SECOND,
      shows:
        "Requests per second that were retried, rejected, preempted or migrated because metadata or the owner of their data changed.",
      good: "There are none except during changes of the ring and migrations to Accord.",
      otherwise: "If they do not end, nodes disagree on the epoch.",
      queries: [
        counter("cassandra_client_request_retries_total", "retries", "operation, cause"),
        counter("cassandra_client_request_key_migrations_total", "key migrations", "operation"),
        counter("cassandra_client_request_migration_rejects_total", "rejected", "operation"),
        counter("cassandra_client_request_migration_skipped_reads_total", "skipped reads", "operation"),
        counter("cassandra_client_request_preempted_total", "preempted", "operation"),
        counter("cassandra_client_request_topology_mismatches_total", "topology mismatches", "operation"),
      ],
    }),
    six({
      title: "Buffers of direct writes",
      unit: Unit.BYTES,
      shows: "Memory of the buffers that write sstables with direct I/O.",
      good: "It is 0 without direct writes.",
      otherwise: "If it grows, use fewer compactors.",
      queries: [gauge("cassandra_storage_direct_write_buffer_bytes", "buffers")],
    }),
    six({
      title: "Buffers of direct writes allocated",
      unit: Unit.PER_SECOND,
      shows: "Buffers allocated per second.",
      good: "The rate is low.",
      otherwise: "A high rate comes from many small sstables.",
      queries: [counter("cassandra_storage_direct_write_buffers_total", "buffers")],
    }),
  ]);
}

export function accord(): Row {
  return details("Accord and its journal (6.0)", [
    six({
      title: "Transactions of Accord",
      unit: Unit.PER_SECOND,
      shows: "Transactions, failures, errors and waits for an epoch, per second.",
      good: "No transaction fails.",
      otherwise: "See the log of this node.",
      queries: [
        counter("cassandra_accord_transactions_total", "transactions"),
        counter("cassandra_accord_failures_total", "failures"),
        counter("cassandra_accord_errors_total", "errors"),
        counter("cassandra_accord_epoch_waits_total", "epoch waits"),
        counter("cassandra_accord_epoch_timeouts_total", "epoch timeouts"),
        counter("cassandra_accord_paused_loading_total", "paused loading"),
      ],
    }),
    six({
      title: "Phases of Accord",
      unit: Unit.SECONDS,
      shows: "99th percentile of the duration of each phase of a transaction.",
      good: "A phase takes a few round trips of the network.",
      otherwise: "See the tasks of the executor and the journal.",
      queries: [p99("cassandra_accord_phase_seconds", "", "phase")],
    }),
    six({
      title: "State of Accord",
      unit: Unit.COUNT,
      shows: "Epoch, durability queue and tasks of the executor.",
      good: "Queues return to 0.",
      otherwise: "If they grow, the node is overloaded.",
      queries: [
        inUnit(Unit.PLAIN, gauge("cassandra_accord_epoch", "epoch")),
        gauge("cassandra_accord_durability_queue", "durability queue"),
        gauge("cassandra_accord_executor_tasks", "executor", "state"),
      ],
    }),
    six({
      title: "Cache of Accord",
      unit: Unit.BYTES,
      shows: "Memory of the cache, and its unreferenced part.",
      good: "It is below its limit.",
      otherwise: "A cache at its limit with many misses needs more memory.",
      queries: [
        gauge("cassandra_accord_cache_used_bytes", "used"),
        gauge("cassandra_accord_cache_unreferenced_bytes", "unreferenced"),
      ],
    }),
    six({
      title: "Requests to the cache of Accord",
      unit: Unit.PER_SECOND,
      shows: "Requests, hits and misses per second.",
      good: "There are few misses.",
      otherwise: "Use a larger cache.",
      queries: [
        counter("cassandra_accord_cache_requests_total", "requests"),
        counter("cassandra_accord_cache_hits_total", "hits"),
        counter("cassandra_accord_cache_misses_total", "misses"),
      ],
    }),
    six({
      title: "Journals: waits",
      unit: Unit.SECONDS,
      shows: "99th percentile of the wait for a flush and for a segment.",
      good: "Both are below 10 ms.",
      otherwise: "The disk of the journal is slow.",
      queries: [
        p99("cassandra_journal_flush_wait_seconds", "flush", "journal"),
        p99("cassandra_journal_segment_wait_seconds", "segment", "journal"),
      ],
    }),
    six({
      title: "Journals: entries",
      unit: Unit.PER_SECOND,
      shows: "Entries written per second.",
      good: "The rate follows the transactions.",
      otherwise: "If there are transactions and no entries, the journal hangs.",
      queries: [counter("cassandra_journal_entries_total", "", "journal")],
    }),
    six({
      title: "Journals: pending",
      unit: Unit.COUNT,
      shows: "Entries that were written and are not flushed yet.",
      good: "The number returns to 0.",
      otherwise: "If it grows, the disk of the journal is slow.",
      queries: [gauge("cassandra_journal_pending_entries", "", "journal")],
    }),
  ]);
}
