import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { on, rate, sumBy } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const ALONE = "There is no data in a cluster of one node.";

export function connections(): Row {
  return row("Connections", [
    trend({
      title: "Clients",
      shows: "Connections of clients, and connections that are paused because of overload.",
      good: "The number is constant and no connection is paused.",
      otherwise:
        "Clients send more than native_transport_max_request_data_in_flight (before 4.1 native_transport_max_concurrent_requests_in_bytes). Reduce the concurrent requests of each client.",
      unit: Unit.COUNT,
      queries: [
        query(on("cassandra_client_connections"), "{{instance}} connections"),
        query(on("cassandra_client_paused_connections"), "{{instance}} paused"),
      ],
    }),
    trend({
      title: "Failed log-ins and broken connections",
      shows: "Failed log-ins of clients and exceptions on their connections, per second.",
      good: "There are none.",
      otherwise:
        "Failed log-ins come from a wrong password or an attack. Protocol exceptions come from an old driver or a port scanner.",
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
      shows: "Size of the requests received and the responses sent per second.",
      good: "The node reads only a few times as many bytes from disk.",
      otherwise:
        "If the disk reads 15 times as much or more, chunks are too large for the rows. See Read sizes: point reads on the Read-ahead board.",
      empty: since("4.0"),
      unit: Unit.BYTES_PER_SECOND,
      queries: [
        query(rate("cassandra_client_received_bytes_total"), "{{instance}} received"),
        query(rate("cassandra_client_sent_bytes_total"), "{{instance}} sent"),
      ],
    }),
    trend({
      title: "Timeouts by peer",
      shows: "Requests per second of this node that another node did not answer in time.",
      good: "There are none.",
      otherwise:
        "If all nodes have timeouts with one peer, this peer is slow. If one node has timeouts with all peers, check its network and GC.",
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
      good: "There are none except for short peaks.",
      otherwise:
        "Large messages queue because of large rows or batches. If urgent messages queue, the peer does not even accept gossip.",
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
      shows:
        "Messages per second that were not sent because they had expired, the queue was full or there was no connection.",
      good: "There are none.",
      otherwise: "The peer is down or too slow. Cassandra keeps hints for it.",
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
      good: "There are none.",
      otherwise: "A network card, a switch or a memory module is defective.",
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
