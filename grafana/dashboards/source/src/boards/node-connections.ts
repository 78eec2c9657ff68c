import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { on, rate, sumBy } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const ALONE = "On a cluster of one node.";

export function connections(): Row {
  return row("Connections", [
    trend({
      title: "Clients",
      shows: "Connections of clients, and those not read from because of overload.",
      good: "steady; none paused.",
      otherwise:
        "paused: clients send more than native_transport_max_concurrent_requests_in_bytes; fewer concurrent requests per client.",
      unit: Unit.COUNT,
      queries: [
        query(on("cassandra_client_connections"), "{{instance}} connections"),
        query(on("cassandra_client_paused_connections"), "{{instance}} paused"),
      ],
    }),
    trend({
      title: "Failed log-ins and broken connections",
      shows: "Log-ins of clients that failed, and exceptions on their connections, per second.",
      good: "0.",
      otherwise: "log-ins: a wrong password somewhere, or an attack. protocol: an old driver or a port scanner.",
      unit: Unit.PER_SECOND,
      queries: [
        query(
          sumBy("instance", rate("cassandra_client_authentications_total", 'result="failed"')),
          "{{instance}} log-ins",
        ),
        query(sumBy("instance, kind", rate("cassandra_client_exceptions_total")), "{{instance}} {{kind}}"),
      ],
    }),
    trend({
      title: "Bytes from and to clients",
      shows: "Size of requests received and of responses sent per second.",
      good: "bytes read from disk are not many times this.",
      otherwise:
        "disk reads 15 times as much and more: chunks are too large for the rows; see Read-ahead, point reads.",
      empty: since("4.0"),
      unit: Unit.BYTES_PER_SECOND,
      queries: [
        query(rate("cassandra_client_received_bytes_total"), "{{instance}} received"),
        query(rate("cassandra_client_sent_bytes_total"), "{{instance}} sent"),
      ],
    }),
    trend({
      title: "Timeouts by peer",
      shows: "Requests per second of this node that another did not answer in time.",
      good: "0.",
      otherwise: "one peer for all nodes: that peer is slow. All peers for one node: its own network or GC.",
      empty: ALONE,
      unit: Unit.PER_SECOND,
      queries: [
        query(
          sumBy("instance, peer, datacenter", rate("cassandra_internode_peer_timeouts_total")),
          "{{instance}} of {{peer}}{{datacenter}}",
        ),
      ],
    }),
    trend({
      title: "Messages waiting to be sent",
      shows: "Messages in the queues to other nodes, by connection.",
      good: "0, with spikes.",
      otherwise: "large grows: big rows or batches; urgent grows: the peer does not even take gossip.",
      empty: ALONE,
      unit: Unit.COUNT,
      queries: [
        query(
          sumBy("instance, connection", on("cassandra_internode_outbound_pending_messages")),
          "{{instance}} {{connection}}",
        ),
      ],
    }),
    trend({
      title: "Messages not sent",
      shows: "Messages per second that were given up: too old, queue full, no connection.",
      good: "0.",
      otherwise: "the peer is down or too slow; hints are kept instead.",
      empty: ALONE,
      unit: Unit.PER_SECOND,
      queries: [
        query(
          sumBy("instance, peer, datacenter", rate("cassandra_internode_outbound_dropped_messages_total")),
          "{{instance}} to {{peer}}{{datacenter}}",
        ),
      ],
    }),
    trend({
      title: "Corrupt frames",
      shows: "Frames from other nodes with a wrong checksum, per second.",
      good: "0.",
      otherwise: "a broken network card, switch or memory module on the way.",
      empty: `${since("4.0")} ${ALONE}`,
      unit: Unit.PER_SECOND,
      queries: [
        query(
          sumBy("instance, peer, datacenter", rate("cassandra_internode_inbound_corrupt_frames_total")),
          "{{instance}} from {{peer}}{{datacenter}}",
        ),
      ],
    }),
  ]);
}
