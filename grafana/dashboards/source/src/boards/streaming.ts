import { board, row } from "../vocabulary/board.js";
import { bars, number, trend } from "../vocabulary/panels.js";
import { on, quantile, rate, ratio, sum, sumBy, top } from "../vocabulary/promql.js";
import { NOT_OVER_JMX, query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { topCount } from "../vocabulary/variables.js";
import { autoRepair } from "./streaming-repair.js";

const QUIET = "There is no data while nothing streams.";
const REPAIR_POOLS = 'pool=~"AntiEntropyStage|ValidationExecutor|Repair.*"';
const NEVER_STREAMED = "There is no data before nodes have streamed.";

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
        shows: "Streams in progress over the chosen nodes, such as those of a repair or a bootstrap.",
        good: "It is 0, or the number that you started.",
        otherwise: "A stream that moves no bytes for hours hangs. Run `nodetool netstats` on both nodes.",
        unit: Unit.PLAIN,
        queries: [query(sum(on("cassandra_streams_active")), "plans")],
      }),
      number({
        title: "Joining, leaving, moving",
        shows: "Nodes that join, leave or move, as any chosen node sees it.",
        good: "It is 0, or the one node that you add.",
        otherwise: "Change one node at a time. Several at once may have overlapping ranges.",
        unit: Unit.PLAIN,
        queries: [
          query(`max by (cluster, state) (${on("cassandra_nodes", 'state=~"joining|leaving|moving"')})`, "{{state}}"),
        ],
      }),
      number({
        title: "Nodes unreachable",
        shows: "The largest number of nodes that any one node cannot reach.",
        good: "It is 0.",
        otherwise: "Start them again within the hint window (3 h), or repair them afterwards.",
        unit: Unit.PLAIN,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "red" },
        ],
        queries: [query(`max(${on("cassandra_nodes", 'state="unreachable"')})`, "unreachable")],
      }),
      number({
        title: "Validations running",
        shows: "Validations that build Merkle trees, as in `nodetool compactionstats`, over the chosen nodes.",
        good: "There are a few while a repair runs.",
        otherwise: "Many on one node mean that several repairs overlap. Run one at a time.",
        unit: Unit.PLAIN,
        queries: [query(sum(on("cassandra_thread_pool_active_tasks", 'pool="ValidationExecutor"')), "validations")],
      }),
      number({
        title: "Failed repairs",
        shows:
          "Repairs that ended with an exception in the time range, with one of the chosen nodes as the coordinator.",
        good: "There are none.",
        otherwise:
          "The log of the coordinator has the reason. Repeat the repair before gc_grace_seconds (10 days) ends.",
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
        shows: "Hints that were not kept in the time range because the other node was down for too long.",
        good: "There are none.",
        otherwise: "That node needs a full repair.",
        empty: "There is no data before the first hint.",
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
        shows: "Bytes of sstables per second from and to other nodes, and the throttle of outgoing streams.",
        good: "Throughput is near the throttle while a node joins.",
        otherwise:
          "If it is too low at the throttle, use `nodetool setstreamthroughput`. If it is far below, check disk and network. A joining node also compacts, see the Compaction board.",
        empty: "Received and sent have no data before the first stream.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [
          query(sumBy("instance", rate("cassandra_streaming_incoming_bytes_total")), "{{instance}} received"),
          query(sumBy("instance", rate("cassandra_streaming_outgoing_bytes_total")), "{{instance}} sent"),
          query(`max(${on("cassandra_stream_throttle_bytes_per_second")}) > 0`, "throttle"),
        ],
      }),
      trend({
        title: "Progress by node",
        shows: "Bytes moved divided by all bytes, for the streams that run.",
        good: "It increases to 100 %.",
        otherwise: "If it stops, see `nodetool netstats`. A peer has stopped or its disk is full.",
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
        shows: "Remaining bytes of the streams that run, by peer.",
        good: "It decreases on all peers.",
        otherwise: "A peer whose remaining bytes decrease slowly is slow or owns more data.",
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
        shows: "Sessions of the streams that run.",
        good: "There is one per peer and plan.",
        otherwise: "Many sessions with one peer mean that repairs overlap.",
        empty: QUIET,
        unit: Unit.COUNT,
        queries: [query(on("cassandra_stream_sessions_active"), "{{instance}} with {{peer}}{{datacenter}}")],
      }),
      trend({
        title: "Bytes received by peer",
        shows: "Bytes of sstables received per second, by the node that sent them.",
        good: "Peers send about the same.",
        otherwise: "A peer that sends little has a slow disk or a low throttle.",
        empty: NEVER_STREAMED,
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
        shows: "Sstables received per second, as complete files or as parts that were rewritten.",
        good: "Sstables are received as complete files, which needs little CPU and heap.",
        otherwise:
          "Internode encryption without zero-copy, or ranges that divide sstables (many vnodes), prevent the transfer of complete files.",
        empty: `${since("5.0")} ${NEVER_STREAMED}`,
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("kind", rate("cassandra_streaming_peer_incoming_sstables_total")), "{{kind}}")],
      }),
      trend({
        title: "Files of the bootstrap",
        shows: "Files that a joining node has received, and all files known so far.",
        good: "The received files reach all files.",
        otherwise:
          "If the number stops, see the log. Delete the data of the node and start it again. `nodetool bootstrap resume` works with `--force` only (CASSANDRA-17679).",
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
        shows:
          "Uncompressed bytes scanned per second by validation and anticompaction. Read-ahead reduces the requests of both.",
        good: "Throughput is constant while a repair runs.",
        otherwise:
          "If clients are affected, repair smaller ranges or reduce the compaction throttle, which also limits validation.",
        empty: `There is no data while no repair runs. ${NOT_OVER_JMX}`,
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
        shows: "Bytes of sstables per second that were sent because replicas differed.",
        good: "It is small compared with the data, because replicas agree.",
        otherwise:
          "Much data in every repair means that mutations are dropped, that hints are not stored, or that Merkle trees are too coarse for very large partitions.",
        empty: since("4.0"),
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sumBy("instance", rate("cassandra_streaming_outgoing_repair_bytes_total")), "{{instance}}")],
      }),
      trend({
        title: "Threads of repair",
        shows: "Active and pending tasks of repair, by pool.",
        good: "There are a few while a repair runs.",
        otherwise: "If pending tasks rise, too many repairs run at once.",
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
        shows:
          "Share of the data that incremental repair has marked as repaired, for the tables with the smallest share. Tables of the keyspaces system and system_schema, which are never repaired, are left out. The value of a table is that of the node with the smallest share.",
        good: "It is near 1 with incremental repair, and 0 with full repairs only, which mark nothing.",
        otherwise: "If it decreases, incremental repairs do not run or fail.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(
            `bottomk($top, min by (cluster, keyspace, table) (${on("cassandra_table_repaired_ratio", 'keyspace!~"system|system_schema"')}))`,
            "{{keyspace}}.{{table}}",
          ),
        ],
      }),
      trend({
        title: "Read repairs",
        shows:
          "Reads per second that found different replicas, by kind. With `blocking`, the client waited for the repair. `background` exists up to Cassandra 3.11 only.",
        good: "The rate is below 0.1 % of the rate of reads.",
        otherwise: "Repair the tables that are read with QUORUM, and see dropped mutations.",
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("instance, kind", rate("cassandra_read_repairs_total")), "{{instance}} {{kind}}")],
      }),
      trend({
        title: "Messages of repairs without an answer",
        shows: "Messages of repairs per second that failed or timed out after all retries.",
        good: "There are none.",
        otherwise: "The repair fails. Check the log and the load of the other node.",
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
        shows: "Hints per second that nodes write for other nodes.",
        good: "There are none.",
        otherwise: "A node is down or slow. The panel Hints created, by target node shows which.",
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("instance", rate("cassandra_storage_hints_total")), "{{instance}}")],
      }),
      trend({
        title: "Hints being written",
        shows: "Hints that nodes are writing for other nodes.",
        good: "There are none except for short peaks.",
        otherwise: "If the number stays above 0, the node is too slow to write hints. Check its disk.",
        unit: Unit.COUNT,
        queries: [query(sum(on("cassandra_storage_hints_in_progress")), "in progress")],
      }),
      trend({
        title: "Hints created, by target node",
        shows: "Hints per second that were kept for a node that was down or slow, and hints that were not kept.",
        good: "There are none.",
        otherwise: "A node whose hints were not stored needs a repair.",
        empty: "There is no data before the first hint.",
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
        shows: "Hints per second sent to their node, by result.",
        good: "Hints succeed after a node is back.",
        otherwise: "If hints fail or time out, the node is overloaded. Reduce hinted_handoff_throttle.",
        empty: "There is no data before the first hint was sent.",
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("result", rate("cassandra_hints_sent_total")), "{{result}}")],
      }),
      trend({
        title: "p99 until a hint is acknowledged",
        shows: "99th percentile of the time until the other node acknowledged a hint.",
        good: "It is below 1 s.",
        otherwise: "The other node is too slow.",
        empty: `${since("4.0")} There is no data while no hints are sent.`,
        unit: Unit.SECONDS,
        queries: [query(quantile(0.99, "instance", "cassandra_hints_round_trip_seconds"), "{{instance}}")],
      }),
      trend({
        title: "Hint files waiting",
        shows: "Completed hint files on disk, by target node.",
        good: "There are none.",
        otherwise: "If they remain although the target node is up, use `nodetool statushandoff` and `resumehandoff`.",
        empty: `${since("4.1")} There is no data while there are no hints.`,
        unit: Unit.COUNT,
        queries: [query(sumBy("peer, datacenter", on("cassandra_hint_files")), "for {{peer}}{{datacenter}}")],
      }),
    ]),
    autoRepair(),
  ],
});
