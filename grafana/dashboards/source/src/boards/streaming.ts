import { board, row } from "../vocabulary/board.js";
import { bars, number, trend } from "../vocabulary/panels.js";
import { on, quantile, rate, ratio, sum, sumBy, top } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { topCount } from "../vocabulary/variables.js";
import { autoRepair } from "./streaming-repair.js";

const QUIET = "While nothing streams.";
const REPAIR_POOLS = 'pool=~"AntiEntropyStage|ValidationExecutor|Repair.*"';
const ALONE = "Until nodes have exchanged something.";

export const streaming = board({
  uid: "foreread-streaming",
  title: "Streaming and repair",
  description:
    "Bootstraps, decommissions, rebuilds, repairs and hints: what moves between nodes, and how far replicas agree.",
  variables: [topCount()],
  rows: [
    row("Now", [
      number({
        title: "Streaming plans",
        shows: "Streams under way over the chosen nodes, such as a repair's or a bootstrap's.",
        good: "0, or what you started.",
        otherwise: "for hours with no bytes moving: a session hangs; `nodetool netstats` on both ends.",
        unit: Unit.PLAIN,
        queries: [query(sum(on("cassandra_streams_active")), "plans")],
      }),
      number({
        title: "Joining, leaving, moving",
        shows: "Nodes that change their place in the ring, as any chosen node sees it.",
        good: "0, or the one that you add.",
        otherwise: "one at a time: several at once risk overlapping ranges.",
        unit: Unit.PLAIN,
        queries: [query(`max by (state) (${on("cassandra_nodes", 'state=~"joining|leaving|moving"')})`, "{{state}}")],
      }),
      number({
        title: "Nodes unreachable",
        shows: "Most nodes that any node cannot reach.",
        good: "0.",
        otherwise: "bring them back within the hint window (3 h), else repair them.",
        unit: Unit.PLAIN,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "red" },
        ],
        queries: [query(`max(${on("cassandra_nodes", 'state="unreachable"')})`, "unreachable")],
      }),
      number({
        title: "Validations running",
        shows: "Merkle trees being made now, as compactionstats lists them.",
        good: "a few while a repair runs.",
        otherwise: "many on one node: several repairs overlap; run one at a time.",
        empty: "While no repair validates.",
        unit: Unit.PLAIN,
        queries: [
          query(`count(${on("cassandra_compaction_active_progress_ratio", 'type=~"(?i)validation"')})`, "validations"),
        ],
      }),
      number({
        title: "Failed repairs",
        shows: "Repairs that ended in an exception in the time range, with one of the chosen nodes as coordinator.",
        good: "0.",
        otherwise: "the coordinator's log has the reason; repair again before gc_grace_seconds (10 days) has passed.",
        empty: since("4.0"),
        unit: Unit.COUNT,
        decimals: 0,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "red" },
        ],
        queries: [query(`sum(increase(${on("cassandra_storage_repair_exceptions_total")}[$__range]))`, "failed")],
      }),
      number({
        title: "Hints not stored",
        shows: "Hints not kept in the time range because the other node was down for too long.",
        good: "0.",
        otherwise: "that node needs a full repair.",
        empty: "Until a node has kept hints.",
        unit: Unit.COUNT,
        decimals: 0,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "red" },
        ],
        queries: [query(`sum(increase(${on("cassandra_hints_not_stored_total")}[$__range]))`, "not stored")],
      }),
    ]),
    row("Streams", [
      trend({
        title: "Bytes received and sent",
        shows: "Bytes of sstables per second from and to other nodes, and the throttle of sending.",
        good: "near the throttle while a node joins.",
        otherwise:
          "at the throttle and too slow: `nodetool setstreamthroughput`. Far below: disk or network; see Compaction, for a joining node compacts at the same time.",
        empty: "Received and sent: until something has streamed.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [
          query(sumBy("instance", rate("cassandra_streaming_incoming_bytes_total")), "{{instance}} received"),
          query(sumBy("instance", rate("cassandra_streaming_outgoing_bytes_total")), "{{instance}} sent"),
          query(`max(${on("cassandra_stream_throttle_bytes_per_second")}) > 0`, "throttle"),
        ],
      }),
      trend({
        title: "Progress by node",
        shows: "Bytes moved through bytes to move, of the streams that run now.",
        good: "rises to 100 %.",
        otherwise: "stands still: see netstats; a peer died or its disk is full.",
        empty: QUIET,
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(
            ratio(
              sumBy("instance, direction", on("cassandra_stream_active_bytes")),
              sumBy("instance, direction", on("cassandra_stream_active_total_bytes")),
            ),
            "{{instance}} {{direction}}",
          ),
        ],
      }),
      trend({
        title: "Left to stream",
        shows: "Bytes still to move, of the streams that run now, by peer.",
        good: "falls evenly.",
        otherwise: "one peer is last for long: it is slow, or it owns more.",
        empty: QUIET,
        unit: Unit.BYTES,
        queries: [
          query(
            sumBy(
              "instance, peer, datacenter, direction",
              `${on("cassandra_stream_active_total_bytes")} - ${on("cassandra_stream_active_bytes")}`,
            ),
            "{{instance}} {{direction}} {{peer}}{{datacenter}}",
          ),
        ],
      }),
      trend({
        title: "Sessions by peer",
        shows: "Sessions of streams that run now.",
        good: "one per peer and plan.",
        otherwise: "many with one peer: repairs overlap.",
        empty: QUIET,
        unit: Unit.COUNT,
        queries: [query(on("cassandra_stream_sessions_active"), "{{instance}} with {{peer}}{{datacenter}}")],
      }),
      trend({
        title: "Bytes received by peer",
        shows: "Bytes of sstables received per second, by the node that sent them.",
        good: "even over peers.",
        otherwise: "one peer sends little: its disk or its throttle.",
        empty: ALONE,
        unit: Unit.BYTES_PER_SECOND,
        queries: [
          query(
            top(sumBy("instance, peer, datacenter", rate("cassandra_streaming_peer_incoming_bytes_total"))),
            "{{instance}} from {{peer}}{{datacenter}}",
          ),
        ],
      }),
      bars({
        title: "Sstables received",
        width: 12,
        height: 8,
        shows: "Sstables received per second, whole as files or in parts that were rewritten.",
        good: "whole ones: cheap for CPU and heap.",
        otherwise: "parts: internode encryption without zero-copy, or ranges that cut sstables (many vnodes).",
        empty: `${since("5.0")} ${ALONE}`,
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("kind", rate("cassandra_streaming_peer_incoming_sstables_total")), "{{kind}}")],
      }),
      trend({
        title: "Files of the bootstrap",
        shows: "Files that a joining node has received and has to receive, known so far.",
        good: "received catches up.",
        otherwise: "stands still: `nodetool bootstrap resume`.",
        empty: since("6.0"),
        unit: Unit.COUNT,
        queries: [
          query(on("cassandra_storage_bootstrap_received_files"), "{{instance}} received"),
          query(on("cassandra_storage_bootstrap_files"), "{{instance}} to receive"),
        ],
      }),
    ]),
    row("Repair", [
      trend({
        title: "Throughput of validation and anticompaction",
        shows: "Uncompressed bytes scanned per second by repair's own work. Read-ahead makes both cheaper in requests.",
        good: "steady while a repair runs.",
        otherwise:
          "takes the disk from clients: repair smaller ranges, or throttle compaction, which limits these too.",
        empty: "While no repair runs.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [
          query(
            sumBy(
              "instance, activity",
              rate("cassandra_node_compaction_scanned_bytes_total", 'activity=~"validation|anticompaction"'),
            ),
            "{{instance}} {{activity}}",
          ),
        ],
      }),
      trend({
        title: "Sent in repairs",
        shows: "Bytes of sstables per second sent because replicas differed.",
        good: "little beside the data: replicas agree.",
        otherwise:
          "much each time: mutations are dropped, or hints not stored, between repairs; or trees are too coarse for huge partitions.",
        empty: since("4.0"),
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sumBy("instance", rate("cassandra_streaming_outgoing_repair_bytes_total")), "{{instance}}")],
      }),
      trend({
        title: "Threads of repair",
        shows: "Tasks of repair that run and that wait, by pool.",
        good: "a few while a repair runs.",
        otherwise: "pending ones pile up: too many repairs at once.",
        unit: Unit.COUNT,
        queries: [
          query(sumBy("pool", on("cassandra_thread_pool_active_tasks", REPAIR_POOLS)), "{{pool}} active"),
          query(sumBy("pool", on("cassandra_thread_pool_pending_tasks", REPAIR_POOLS)), "{{pool}} pending"),
        ],
      }),
      bars({
        title: "Least repaired tables",
        width: 12,
        height: 8,
        shows: "Share of data marked as repaired by incremental repair, of the tables that have least, lowest node.",
        good: "near 1 with incremental repair; 0 with full repairs only, which mark nothing.",
        otherwise: "falls: incremental repairs do not run or fail.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(
            `bottomk($top, min by (keyspace, table) (${on("cassandra_table_repaired_ratio")}))`,
            "{{keyspace}}.{{table}}",
          ),
        ],
      }),
      trend({
        title: "Read repairs",
        shows: "Reads per second whose replicas differed.",
        good: "below 0.1 % of reads.",
        otherwise: "repair the tables that are read at QUORUM; see dropped mutations.",
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("instance, kind", rate("cassandra_read_repairs_total")), "{{instance}} {{kind}}")],
      }),
      trend({
        title: "Messages of repairs given up",
        shows: "Messages per second that were not answered or failed, and not tried again any more.",
        good: "0.",
        otherwise: "the repair fails; see the other node's log and its load.",
        empty: since("5.0"),
        unit: Unit.PER_SECOND,
        queries: [
          query(sumBy("message_type", rate("cassandra_repair_retry_timeouts_total")), "{{message_type}} timed out"),
          query(sumBy("message_type", rate("cassandra_repair_retry_failures_total")), "{{message_type}} failed"),
        ],
      }),
    ]),
    row("Hints", [
      trend({
        title: "Hints written",
        shows: "Hints that nodes keep for others per second, and hints being written now.",
        good: "0.",
        otherwise: "a node is down or slow; see who below.",
        unit: Unit.PER_SECOND,
        queries: [
          query(sumBy("instance", rate("cassandra_storage_hints_total")), "{{instance}}"),
          query(sum(on("cassandra_storage_hints_in_progress")), "in progress (count)"),
        ],
      }),
      trend({
        title: "Hints created, by target node",
        shows: "Hints per second kept because that node was down or slow, and those not kept any more.",
        good: "none.",
        otherwise: "not stored: that node needs a repair.",
        empty: "Until a node was down or slow.",
        unit: Unit.PER_SECOND,
        queries: [
          query(sumBy("peer, datacenter", rate("cassandra_hints_created_total")), "for {{peer}}{{datacenter}}"),
          query(
            sumBy("peer, datacenter", rate("cassandra_hints_not_stored_total")),
            "not stored for {{peer}}{{datacenter}}",
          ),
        ],
      }),
      trend({
        title: "Hints sent",
        shows: "Hints per second sent to where they belong, by what became of them.",
        good: "succeeded, after a node is back.",
        otherwise: "failed or timed_out: the node is back but overloaded; lower hinted_handoff_throttle.",
        empty: "Until a first hint was sent.",
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("result", rate("cassandra_hints_sent_total")), "{{result}}")],
      }),
      trend({
        title: "p99 until a hint is acknowledged",
        shows: "99th percentile of the time until the other node had acknowledged a hint.",
        good: "below 1 s.",
        otherwise: "the other node does not keep up.",
        empty: `${since("4.0")} While no hints are sent.`,
        unit: Unit.SECONDS,
        queries: [query(quantile(0.99, "instance", "cassandra_hints_round_trip_seconds"), "{{instance}}")],
      }),
      trend({
        title: "Hint files waiting",
        shows: "Files of hints on disk, by the node that they are for, without the one that is being written.",
        good: "none.",
        otherwise: "they stay though that node is up: `nodetool statushandoff`, `resumehandoff`.",
        empty: `${since("4.1")} While no hints wait.`,
        unit: Unit.COUNT,
        queries: [query(sumBy("peer, datacenter", on("cassandra_hint_files")), "for {{peer}}{{datacenter}}")],
      }),
    ]),
    autoRepair(),
  ],
});
