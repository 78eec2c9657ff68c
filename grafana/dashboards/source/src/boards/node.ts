import { board, row } from "../vocabulary/board.js";
import { number, states, trend } from "../vocabulary/panels.js";
import { on, quantile, rate, ratio, sumBy } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { topCount } from "../vocabulary/variables.js";
import { connections } from "./node-connections.js";
import { pools } from "./node-pools.js";

const local = "cassandra_node_operation_latency_seconds";

export const node = board({
  uid: "foreread-node",
  title: "Node",
  description: "One node: select it with $node.",
  nodes: "one",
  variables: [topCount()],
  rows: [
    row("Now", [
      number({
        title: "Uptime",
        shows: "Time since the JVM started.",
        good: "as long ago as you last restarted it.",
        otherwise: "shorter: it died; the end of the former system.log and the kernel's log (oom-killer) say why.",
        unit: Unit.SECONDS,
        queries: [query(on("process_uptime_seconds"), "{{instance}}")],
      }),
      states({
        title: "Mode",
        shows: "Mode of the node as `nodetool netstats` has it.",
        good: "NORMAL.",
        otherwise: "JOINING, LEAVING or MOVING: see Streaming and repair. DRAINED: restart it.",
        unit: Unit.PLAIN,
        width: 8,
        height: 4,
        words: [{ value: 1, text: "in this mode", color: "blue" }],
        queries: [query(`${on("cassandra_node_mode")} == 1`, "{{instance}} {{mode}}")],
      }),
      number({
        title: "Gossips and takes clients",
        shows: "1 if the node gossips, 1 if its native transport is open.",
        good: "both 1.",
        otherwise:
          "`nodetool enablegossip`, `enablebinary`; disk_failure_policy stop switches both off: look for FSError in the log first.",
        unit: Unit.PLAIN,
        steps: [
          { from: 0, color: "red" },
          { from: 1, color: "green" },
        ],
        queries: [
          query(on("cassandra_gossip_running"), "{{instance}} gossip"),
          query(on("cassandra_native_transport_running"), "{{instance}} CQL"),
        ],
      }),
      number({
        title: "Uncaught exceptions",
        shows: "Exceptions that nobody caught, in the time range.",
        good: "0.",
        otherwise: "grep ERROR in system.log: corrupt sstables and disk failures show here first.",
        unit: Unit.COUNT,
        decimals: 0,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "red" },
        ],
        queries: [query(`increase(${on("cassandra_storage_exceptions_total")}[$__range])`, "{{instance}}")],
      }),
      number({
        title: "Load",
        shows: "On-disk size of the live data, and the share of the ring as first replica.",
        good: "like the node's neighbours.",
        otherwise: "see Load by node on the Cluster overview.",
        unit: Unit.BYTES,
        queries: [query(on("cassandra_storage_load_bytes"), "{{instance}}")],
      }),
    ]),
    row("As a coordinator", [
      trend({
        title: "Requests by operation",
        shows: "Client requests per second that the node coordinates.",
        good: "like the other nodes.",
        otherwise: "far more: drivers do not balance, or contact only this one.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [
          query(
            sumBy("instance, operation", rate("cassandra_client_request_latency_seconds_count")),
            "{{instance}} {{operation}}",
          ),
        ],
      }),
      trend({
        title: "p99 of client requests by operation",
        shows: "99th percentile of what clients waited for, replicas included.",
        good: "within your objective.",
        otherwise:
          "compare with the replica's latencies below: if those are low, other replicas or the network are slow.",
        empty: "Of operations that no client uses.",
        unit: Unit.SECONDS,
        queries: [
          query(
            quantile(0.99, "instance, operation", "cassandra_client_request_latency_seconds"),
            "{{instance}} {{operation}}",
          ),
        ],
      }),
    ]),
    row("As a replica", [
      trend({
        title: "Operations on this replica",
        shows: "Reads, writes and range reads per second over all tables; no coordination, no network.",
        good: "replication factor times the coordinated ones, through the nodes.",
        otherwise: "far more reads than neighbours: a hot partition; `nodetool toppartitions` names it.",
        unit: Unit.OPERATIONS_PER_SECOND,
        queries: [query(sumBy("instance, operation", rate(`${local}_count`)), "{{instance}} {{operation}}")],
      }),
      trend({
        title: "Latency on this replica",
        shows: "Median and 99th percentile over all tables.",
        good: "reads from memory 36 to 130 us, from SSD 0.1 to 12 ms; writes below 1 ms.",
        otherwise:
          "p99 of reads is far above the median: some reads touch many sstables, tombstones or a slow disk; see beside and below.",
        empty: "While the operation is not used.",
        unit: Unit.SECONDS,
        queries: [0.5, 0.99].map((q) =>
          query(quantile(q, "instance, operation", local), `{{instance}} {{operation}} p${q * 100}`),
        ),
      }),
      trend({
        title: "Sstables per read",
        shows: "Median and 99th percentile of sstables that a read of one partition had to open.",
        good: "below 10, leveled compaction 1 to 3.",
        otherwise: "compaction falls behind, or the strategy does not fit: see Compaction and the Table board.",
        empty: "While nobody reads.",
        unit: Unit.COUNT,
        queries: [0.5, 0.99].map((q) =>
          query(quantile(q, "instance", "cassandra_node_sstables_per_read"), `{{instance}} p${q * 100}`),
        ),
      }),
      trend({
        title: "Tombstones and live rows per read",
        shows: "99th percentile of tombstones and of live rows that a read scanned.",
        good: "tombstones far below live rows, and below 1000 (tombstone_warn_threshold).",
        otherwise:
          "a queue-like table or range deletes: the Table board names it; lower gc_grace_seconds after repairs, or change the model.",
        empty: "While nobody reads.",
        unit: Unit.COUNT,
        queries: [
          query(quantile(0.99, "instance", "cassandra_node_tombstones_scanned"), "{{instance}} tombstones"),
          query(quantile(0.99, "instance", "cassandra_node_live_rows_scanned"), "{{instance}} live rows"),
        ],
      }),
    ]),
    pools(),
    row("Memtables and commit log", [
      trend({
        title: "Live data in memtables",
        shows: "Live data that waits to be flushed, over all tables.",
        good: "a saw-tooth below the memtable space.",
        otherwise: "flat at the top: flushes do not keep up with writes; see Writes blocked.",
        unit: Unit.BYTES,
        queries: [query(sumBy("instance", on("cassandra_keyspace_memtable_live_data_bytes")), "{{instance}}")],
      }),
      trend({
        title: "Writes blocked for memtable memory",
        shows:
          "Threads that wait because memtables have no memory left (1 is one thread all the time), and memtables that wait to be flushed.",
        good: "0.",
        otherwise: "raise memtable_flush_writers on SSD (2, 4, 8), or memtable space; look at the disk's writes.",
        unit: Unit.THREADS,
        queries: [
          query(rate("cassandra_memtable_pool_blocked_seconds_sum"), "{{instance}} blocked"),
          query(on("cassandra_memtable_pool_pending_flushes"), "{{instance}} pending flushes"),
        ],
      }),
      trend({
        title: "Waits for the commit log",
        shows: "99th percentile of waits for a segment, and in commitlog_sync batch or group for the sync.",
        good: "next to nothing.",
        otherwise:
          "the commit log's disk is slow or shared with data: give it its own; segments wait: commitlog_total_space is small.",
        empty: "While nothing had to wait; waits for a sync only in commitlog_sync batch and group.",
        unit: Unit.SECONDS,
        queries: [
          query(quantile(0.99, "instance", "cassandra_commit_log_segment_wait_seconds"), "{{instance}} segment"),
          query(quantile(0.99, "instance", "cassandra_commit_log_commit_wait_seconds"), "{{instance}} sync"),
        ],
      }),
      trend({
        title: "Commit log",
        shows: "Size of all segments.",
        good: "below commitlog_total_space.",
        otherwise:
          "at the limit: tables that are seldom written hold old segments; it flushes them by itself, in bursts.",
        unit: Unit.BYTES,
        queries: [query(on("cassandra_commit_log_size_bytes"), "{{instance}}")],
      }),
      trend({
        title: "p99 of a commit log flush",
        shows: "99th percentile of the time to write a buffer of the commit log to disk.",
        good: "below 10 ms.",
        otherwise: "the disk is busy: see Storage and OS.",
        empty: since("4.1"),
        unit: Unit.SECONDS,
        queries: [query(quantile(0.99, "instance", "cassandra_commit_log_flush_seconds"), "{{instance}}")],
      }),
    ]),
    row("Caches", [
      trend({
        title: "Hit ratio of caches",
        shows: "Hits through look-ups.",
        good: "key cache above 85 %; row cache, if on, above 30 %.",
        otherwise:
          "row cache below 30 %: switch it off. Key cache low: raise key_cache_size; BTI sstables (5.0) have none. Chunk cache low: the working set is larger, which is no fault.",
        empty: "Of caches that nobody asks.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(
            ratio(
              sumBy("instance, cache", rate("cassandra_cache_hits_total")),
              sumBy("instance, cache", rate("cassandra_cache_requests_total")),
            ),
            "{{instance}} {{cache}}",
          ),
        ],
      }),
      trend({
        title: "Fill of caches",
        shows: "What caches hold through what they may hold.",
        good: "full, with a good hit ratio.",
        otherwise: "full with a bad ratio: larger, if memory allows; nearly empty: it may be smaller.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(
            ratio(
              sumBy("instance, cache", on("cassandra_cache_size_bytes")),
              sumBy("instance, cache", on("cassandra_cache_capacity_bytes")),
            ),
            "{{instance}} {{cache}}",
          ),
        ],
      }),
    ]),
    connections(),
    row("As it sees the others", [
      trend({
        title: "Nodes up and down",
        shows: "Nodes of the ring that the node takes for up and for down.",
        good: "none down, and all nodes agree.",
        otherwise: "only this node sees others down: its network, or GC pauses that look like it.",
        unit: Unit.COUNT,
        queries: [query(sumBy("instance, state", on("cassandra_endpoints")), "{{instance}} {{state}}")],
      }),
      trend({
        title: "Suspicion of other nodes",
        shows: "phi of each other node, and the threshold beyond which it is taken for down.",
        good: "below 2.",
        otherwise: "near the threshold: pauses or lost packets; in clouds raise phi_convict_threshold to 12.",
        empty: "On a cluster of one node.",
        unit: Unit.PLAIN,
        queries: [
          query(on("cassandra_endpoint_phi"), "{{instance}} of {{peer}}{{datacenter}}"),
          query(`max(${on("cassandra_phi_convict_threshold")})`, "threshold"),
        ],
      }),
      trend({
        title: "p99 between nodes",
        shows: "99th percentile from the sending of a message on another node until it was received, by both clocks.",
        good: "the network's latency.",
        otherwise: "seconds: clocks differ, see NTP; else the network or GC of the sender.",
        empty: "On a cluster of one node.",
        unit: Unit.SECONDS,
        queries: [
          query(
            quantile(0.99, "instance, datacenter", "cassandra_messaging_datacenter_latency_seconds"),
            "{{instance}} from {{datacenter}}",
          ),
        ],
      }),
      trend({
        title: "Requests for tokens not owned",
        shows: "Requests and streams per second for tokens that this node does not own.",
        good: "0.",
        otherwise: "somebody has another view of the ring: `nodetool ring` on both; restart the one that is wrong.",
        empty: since("4.0"),
        unit: Unit.PER_SECOND,
        queries: [
          query(
            sumBy("instance, phase", rate("cassandra_storage_out_of_range_requests_total")),
            "{{instance}} {{phase}}",
          ),
        ],
      }),
    ]),
  ],
});
