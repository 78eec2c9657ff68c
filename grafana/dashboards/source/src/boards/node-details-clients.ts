import type { Row } from "../vocabulary/board.js";
import { counter, details, gauge, lowest } from "../vocabulary/details.js";
import { since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

export function clientDetails(): Row {
  return details("Clients and CQL", [
    {
      title: "Rows and columns of requests",
      unit: Unit.PER_SECOND,
      shows: "Rows and columns returned to clients or written by them.",
      good: "They are in proportion to requests.",
      otherwise: "Many more rows than requests come from large pages or scans.",
      empty: "Cassandra 5.0 and later export this with client_request_size_metrics_enabled.",
      queries: [
        counter("cassandra_client_request_rows_total", "rows", "operation"),
        counter("cassandra_client_request_columns_total", "columns", "operation"),
      ],
    },
    {
      title: "Aborted and paused",
      unit: Unit.PER_SECOND,
      shows: "Requests aborted at a threshold, and connections paused because their requests need too much memory.",
      good: "There are none.",
      otherwise:
        "The Client requests board shows aborted requests. Connections are paused at native_transport_max_request_data_in_flight.",
      empty: since("4.1"),
      queries: [
        counter("cassandra_client_request_aborts_total", "aborted", "operation"),
        counter("cassandra_client_connection_pauses_total", "paused"),
      ],
    },
    {
      title: "Requests dispatched",
      unit: Unit.PER_SECOND,
      shows: "Requests per second that the event loops passed to request threads.",
      good: "The rate follows the requests.",
      otherwise: "A much higher rate comes from small requests, such as the heartbeats of drivers.",
      empty: since("4.1"),
      queries: [counter("cassandra_client_requests_dispatched_total", "dispatched")],
    },
    {
      title: "Memory of requests in flight",
      unit: Unit.BYTES,
      shows: "Size of the requests that are being processed.",
      good: "It is far below native_transport_max_request_data_in_flight (before 4.1 native_transport_max_concurrent_requests_in_bytes).",
      otherwise: "Near this limit, there are large batches or slow writes.",
      empty: since("4.0"),
      queries: [gauge("cassandra_client_requests_in_flight_bytes", "in flight")],
    },
    {
      title: "USE statements",
      unit: Unit.PER_SECOND,
      shows: "USE statements per second.",
      good: "There are none except for new sessions.",
      otherwise: "An application changes its keyspace often. Use qualified table names instead.",
      empty: since("4.1"),
      queries: [counter("cassandra_cql_use_statements_total", "USE")],
    },
    {
      title: "Prepared statements",
      unit: Unit.COUNT,
      shows: "Prepared statements in the cache.",
      good: "The number is constant.",
      otherwise: "If it grows, statements with literals are prepared. Bind values instead.",
      queries: [gauge("cassandra_cql_prepared_statements", "prepared")],
    },
    {
      title: "Memory of prepared statements",
      unit: Unit.BYTES,
      shows: "Size of the cache of prepared statements.",
      good: "It is far below prepared_statements_cache_size.",
      otherwise: "Near this limit, statements are evicted and prepared again.",
      empty: since("6.0"),
      queries: [gauge("cassandra_cql_prepared_statements_cache_size_bytes", "cache")],
    },
    {
      title: "CIDR filter",
      unit: Unit.PER_SECOND,
      shows: "Accesses per second that the CIDR authorizer checked, by group and result, and reloads of its cache.",
      good: "All accesses are accepted.",
      otherwise: "Rejected clients have an address that their role does not permit.",
      empty: "Cassandra 5.0 and later export this with a CIDR authorizer.",
      queries: [
        counter("cassandra_cidr_accesses_total", "", "cidr_group, result"),
        counter("cassandra_cidr_cache_reloads_total", "reloads"),
      ],
    },
    {
      title: "Lifetime of client certificates",
      unit: Unit.SECONDS,
      shows: "First percentile of the remaining lifetime of the certificates that clients present.",
      good: "It is above 30 days.",
      otherwise: "Renew the certificates of the clients.",
      empty: "Cassandra 6.0 and later export this with mutual TLS.",
      queries: [lowest("cassandra_mutual_tls_certificate_lifetime_seconds", "remaining")],
    },
  ]);
}
