import type { Row } from "../vocabulary/board.js";
import { age, counter, details, gauge, p99 } from "../vocabulary/details.js";
import { since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

export function replicaDetails(): Row {
  return details("Replicas and messages", [
    {
      title: "Requests to other nodes that timed out",
      unit: Unit.PER_SECOND,
      shows: "Requests per second to other nodes without a response in time.",
      good: "There are none.",
      otherwise: "See Timeouts by peer on the Node board.",
      queries: [counter("cassandra_internode_timeouts_total", "timeouts")],
    },
    {
      title: "Messages from other nodes",
      unit: Unit.PER_SECOND,
      shows: "Messages received per second, by result.",
      good: "All messages are processed.",
      otherwise: "If messages expire, this node is overloaded or clocks differ.",
      empty: since("4.0"),
      queries: [counter("cassandra_internode_inbound_messages_total", "", "outcome")],
    },
    {
      title: "Latency between nodes",
      unit: Unit.SECONDS,
      shows:
        "99th percentile of the time from sending a message to its arrival, for all senders. It needs synchronized clocks.",
      good: "It is half of the round-trip time of the network.",
      otherwise: "If it is far above, the network is slow or clocks differ.",
      queries: [p99("cassandra_messaging_cross_node_latency_seconds", "all")],
    },
    {
      title: "Read repair",
      unit: Unit.PER_SECOND,
      shows:
        "Attempts of read repair, and read repairs that only reconciled, were speculative, timed out or used Accord, per second.",
      good: "There are few compared with the reads.",
      otherwise: "Many read repairs mean that replicas differ. Run a repair.",
      empty:
        "Cassandra 4.0 and later export this, Cassandra 4.1 and later timeouts, and Cassandra 6.0 and later Accord. Attempts are exported by Cassandra 3.11 only.",
      queries: [
        counter("cassandra_read_repair_attempts_total", "attempts"),
        counter("cassandra_read_repair_reconciled_reads_total", "reconciled"),
        counter("cassandra_read_repair_timeouts_total", "timeouts"),
        counter("cassandra_read_repair_speculated_total", "speculated"),
        counter("cassandra_read_repair_accord_total", "Accord"),
      ],
    },
    {
      title: "Hints applied and unowned",
      unit: Unit.PER_SECOND,
      shows: "Hints per second that this node received and applied, and hints for tokens that it does not own.",
      good: "There are none except after a node was down.",
      otherwise: "Unowned hints mean that the ring changed while a node was down.",
      empty: "Cassandra 6.0 and later export applied hints. Unowned hints are exported by Cassandra 4.0 to 5.0 only.",
      queries: [
        counter("cassandra_hints_applied_total", "applied"),
        counter("cassandra_hints_unowned_total", "unowned"),
      ],
    },
    {
      title: "Hints: bytes",
      unit: Unit.BYTES,
      shows: "Size of the files of hints.",
      good: "It is 0 while all nodes are up.",
      otherwise: "If it grows, a node is down, or hints are throttled.",
      empty: since("6.0"),
      queries: [
        gauge("cassandra_hint_files_bytes", "", "peer, datacenter"),
        gauge("cassandra_hints_size_bytes", "all"),
      ],
    },
    {
      title: "Hints: throttled",
      unit: Unit.BYTES_PER_SECOND,
      shows: "Bytes of hints sent per second, as hinted_handoff_throttle counts them.",
      good: "There are none except after a node was down.",
      otherwise: "If the rate stays at hinted_handoff_throttle, raise this setting.",
      empty: since("6.0"),
      queries: [counter("cassandra_hints_throttled_bytes_total", "throttled")],
    },
    {
      title: "Age of the oldest hint",
      unit: Unit.SECONDS,
      shows: "Time since the oldest hint for each node was written.",
      good: "It is less than the hint window, which is three hours by default.",
      otherwise: "A node with an older hint needs a full repair.",
      empty: "Cassandra 4.1 and later export this while there are hints.",
      queries: [age("cassandra_hint_oldest_timestamp_seconds", "", "peer, datacenter")],
    },
    {
      title: "Repair streams",
      unit: Unit.PER_SECOND,
      shows: "Sstables sent in repairs, and repair previews that failed, per second.",
      good: "There are some only while a repair runs.",
      otherwise: "Many mean that replicas differ much. Repair more often.",
      empty: since("4.0"),
      queries: [
        counter("cassandra_streaming_outgoing_repair_sstables_total", "sstables"),
        counter("cassandra_repair_preview_failures_total", "previews failed"),
      ],
    },
    {
      title: "Auto repair",
      unit: Unit.COUNT,
      shows: "Planned and repaired keyspaces, views and excluded tables, by type of repair.",
      good: "Repaired keyspaces reach planned keyspaces.",
      otherwise: "See the Streaming and repair board.",
      empty: "Cassandra 5.0 and later export this with auto_repair.",
      queries: [
        gauge("cassandra_auto_repair_planned_keyspaces", "planned", "repair_type"),
        gauge("cassandra_auto_repair_repaired_keyspaces", "repaired", "repair_type"),
        gauge("cassandra_auto_repair_views", "views", "repair_type"),
        gauge("cassandra_auto_repair_disabled_tables", "excluded tables", "repair_type"),
      ],
    },
    {
      title: "Turns of auto repair",
      unit: Unit.PER_SECOND,
      shows: "Repairs per second that this node started, by cause.",
      good: "The node repairs when it is its turn.",
      otherwise: "A forced repair has a priority that an operator set.",
      empty: "Cassandra 5.0 and later export this with auto_repair.",
      queries: [counter("cassandra_auto_repair_turns_total", "", "repair_type, cause")],
    },
    {
      title: "Bytes sent in streams",
      unit: Unit.BYTES_PER_SECOND,
      shows: "Bytes sent per second to each peer in all streams, including those of repairs.",
      good: "There are some only while a repair runs or the ring changes.",
      otherwise: "If repairs send many bytes, replicas differ much. Repair more often.",
      empty: "There is no data before the first stream.",
      queries: [counter("cassandra_streaming_peer_outgoing_bytes_total", "", "peer, datacenter")],
    },
  ]);
}
