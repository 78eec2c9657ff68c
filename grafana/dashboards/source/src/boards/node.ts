import { board, row } from "../vocabulary/board.js";
import { number, states, trend } from "../vocabulary/panels.js";
import { on, quantile, rate, ratio, sumBy } from "../vocabulary/promql.js";
import { inUnit, query, since } from "../vocabulary/spec.js";
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
        good: "It is the time since you last restarted the node.",
        otherwise:
          "If it is shorter, the process has ended unexpectedly. The end of the previous system.log and the kernel log (oom-killer) show the reason.",
        unit: Unit.SECONDS,
        queries: [query(on("process_uptime_seconds"), "{{instance}}")],
      }),
      states({
        title: "Mode",
        shows: "Mode of the node, as in `nodetool netstats`.",
        good: "The mode is NORMAL.",
        otherwise:
          "The Streaming and repair board shows a node that is JOINING, LEAVING or MOVING. Restart a node that is DRAINED.",
        unit: Unit.PLAIN,
        width: 8,
        height: 4,
        words: [{ value: 1, text: "in this mode", color: "blue" }],
        queries: [query(`${on("cassandra_node_mode")} == 1`, "{{instance}} {{mode}}")],
      }),
      number({
        title: "Gossips and takes clients",
        shows: "1 if the node gossips, and 1 if its native transport is open.",
        good: "Both are 1.",
        otherwise:
          "Use `nodetool enablegossip` and `enablebinary`. The disk_failure_policy `stop` disables both, so search the log for FSError first.",
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
        shows: "Uncaught exceptions in the time range.",
        good: "There are none.",
        otherwise: "Search system.log for ERROR. Corrupt sstables and disk failures often appear here first.",
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
        shows: "On-disk size of the live data of the node.",
        good: "It is similar to that of the other nodes.",
        otherwise: "Compare with Load by node on the Cluster overview board.",
        unit: Unit.BYTES,
        queries: [query(on("cassandra_storage_load_bytes"), "{{instance}}")],
      }),
    ]),
    row("As a coordinator", [
      trend({
        title: "Requests by operation",
        shows: "Client requests per second that the node coordinates.",
        good: "The rate is similar to that of the other nodes.",
        otherwise: "If it is much higher, drivers do not balance their requests or connect to this node only.",
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
        shows: "99th percentile of the latency that clients see, including replicas.",
        good: "Latency is within your objective.",
        otherwise:
          "Compare it with the latency of this replica below. If this replica is fast, other replicas or the network are slow.",
        empty: "There is no data for operations that no client uses.",
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
        shows:
          "Reads, writes and range reads per second on this replica over all tables, without coordination and network.",
        good: "The rate is the replication factor times the requests of the whole cluster, divided by the number of nodes.",
        otherwise:
          "Far more reads than on other nodes are caused by a hot partition. `nodetool toppartitions` shows it.",
        unit: Unit.OPERATIONS_PER_SECOND,
        queries: [query(sumBy("instance, operation", rate(`${local}_count`)), "{{instance}} {{operation}}")],
      }),
      trend({
        title: "Latency on this replica",
        shows: "Median and 99th percentile of the latency on this replica over all tables.",
        good: "Reads from memory take 36 to 130 us and from SSD 0.1 to 12 ms. Writes take less than 1 ms.",
        otherwise:
          "If the p99 of reads is far above the median, some reads use many sstables, many tombstones or a slow disk. The next panels show the cause.",
        empty: "There is no data while the operation is not used.",
        unit: Unit.SECONDS,
        queries: [0.5, 0.99].map((q) =>
          query(quantile(q, "instance, operation", local), `{{instance}} {{operation}} p${q * 100}`),
        ),
      }),
      trend({
        title: "Sstables per read",
        shows: "Median and 99th percentile of the sstables that a read of one partition opened.",
        good: "The number is below 10, and 1 to 3 with leveled compaction.",
        otherwise:
          "Compaction is too slow, or its strategy does not fit the table. See the Compaction and Table drill-down boards.",
        empty: "There is no data while no client reads.",
        unit: Unit.COUNT,
        queries: [0.5, 0.99].map((q) =>
          query(`ceil(${quantile(q, "instance", "cassandra_node_sstables_per_read")})`, `{{instance}} p${q * 100}`),
        ),
      }),
      trend({
        title: "Tombstones and live rows per read",
        shows: "99th percentile of the tombstones and live rows that a read scanned.",
        good: "There are far fewer tombstones than live rows, and fewer than 1000 (tombstone_warn_threshold).",
        otherwise:
          "The Table drill-down board shows the table. Such a table is often used as a queue or has range deletes. Change the model, or reduce gc_grace_seconds if repairs are frequent.",
        empty: "There is no data while no client reads.",
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
        shows: "Live data in memtables, over all tables.",
        good: "It rises and falls below the limit of memtable space.",
        otherwise:
          "A flat line at the limit means that flushes are slower than writes. See Writes blocked for memtable memory.",
        unit: Unit.BYTES,
        queries: [query(sumBy("instance", on("cassandra_keyspace_memtable_live_data_bytes")), "{{instance}}")],
      }),
      trend({
        title: "Writes blocked for memtable memory",
        shows:
          "Threads that wait for memtable memory (1 is one thread all the time), and memtables that wait to be flushed.",
        good: "Both are 0.",
        otherwise:
          "Check the writes of the disk. On SSD, raise memtable_flush_writers to 2, 4 or 8, or raise the memtable space.",
        unit: Unit.THREADS,
        queries: [
          query(rate("cassandra_memtable_pool_blocked_seconds_sum"), "{{instance}} blocked threads"),
          inUnit(Unit.COUNT, query(on("cassandra_memtable_pool_pending_flushes"), "{{instance}} pending flushes")),
        ],
      }),
      trend({
        title: "Waits for the commit log",
        shows:
          "99th percentile of the wait for a segment and of the wait for the sync. With commitlog_sync batch or group, every write waits for the sync. With periodic, writes wait for it only while it is late.",
        good: "Waits are close to 0.",
        otherwise:
          "The disk of the commit log is slow or shared with data, so use a separate one. Waits for a segment mean that commitlog_total_space is small.",
        empty: "There is no data while no write waits.",
        unit: Unit.SECONDS,
        queries: [
          query(quantile(0.99, "instance", "cassandra_commit_log_segment_wait_seconds"), "{{instance}} segment"),
          query(quantile(0.99, "instance", "cassandra_commit_log_commit_wait_seconds"), "{{instance}} sync"),
        ],
      }),
      trend({
        title: "Commit log",
        shows: "Size of all segments.",
        good: "The size is below commitlog_total_space.",
        otherwise:
          "At the limit, tables with few writes keep old segments in use. Cassandra flushes these tables in bursts.",
        unit: Unit.BYTES,
        queries: [query(on("cassandra_commit_log_size_bytes"), "{{instance}}")],
      }),
      trend({
        title: "p99 of a commit log flush",
        shows: "99th percentile of the time to write a buffer of the commit log to disk.",
        good: "It is below 10 ms.",
        otherwise: "The disk is busy, see the Storage and OS board.",
        empty: since("4.1"),
        unit: Unit.SECONDS,
        queries: [query(quantile(0.99, "instance", "cassandra_commit_log_flush_seconds"), "{{instance}}")],
      }),
    ]),
    row("Caches", [
      trend({
        title: "Hit ratio of caches",
        shows: "Hits divided by requests, by cache.",
        good: "The key cache has more than 85 % and the row cache, if it is enabled, more than 30 %.",
        otherwise:
          "Disable a row cache below 30 %. Raise key_cache_size if the ratio of the key cache is low; BTI sstables (5.0) do not use this cache. A low ratio of the chunk cache only means that the working set is larger than the cache.",
        empty: "There is no data for caches that are not used.",
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
        shows: "Size of each cache divided by its capacity.",
        good: "Caches are full and have a good hit ratio.",
        otherwise: "A full cache with a low hit ratio needs more memory. A nearly empty cache can be smaller.",
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
    row("Other nodes, as this node sees them", [
      trend({
        title: "Nodes up and down",
        shows: "Nodes of the ring that this node considers up and down.",
        good: "No node is down, and all nodes agree.",
        otherwise: "If only this node considers others down, check its network and its GC pauses.",
        unit: Unit.COUNT,
        queries: [query(sumBy("instance, state", on("cassandra_endpoints")), "{{instance}} {{state}}")],
      }),
      trend({
        title: "Phi of other nodes",
        shows:
          "Suspicion level (phi) of the failure detector for each other node, and the threshold above which it considers a node down.",
        good: "It is below 2.",
        otherwise:
          "Values near the threshold are caused by pauses or lost packets. In clouds, raise phi_convict_threshold to 12.",
        empty: "There is no data in a cluster of one node.",
        unit: Unit.PLAIN,
        queries: [
          query(on("cassandra_endpoint_phi"), "{{instance}} of {{peer}}{{datacenter}}"),
          query(`max(${on("cassandra_phi_convict_threshold")})`, "threshold"),
        ],
      }),
      trend({
        title: "p99 between nodes",
        shows:
          "99th percentile of the time from sending a message on another node to receiving it, by the clocks of both nodes.",
        good: "It is the latency of the network.",
        otherwise:
          "Seconds mean that the clocks differ, so check NTP. Otherwise check the network and the GC pauses of the sender.",
        empty: "There is no data in a cluster of one node.",
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
        good: "There are none.",
        otherwise:
          "Two nodes disagree about the ring. Compare `nodetool ring` on both and restart the node that is wrong.",
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
