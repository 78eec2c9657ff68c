import { board, row } from "../vocabulary/board.js";
import { heat, number, trend } from "../vocabulary/panels.js";
import { maxBy, on, quantile, rate, ratio, sum, sumBy, top } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { topCount } from "../vocabulary/variables.js";
import { special } from "./requests-special.js";

const latency = "cassandra_client_request_latency_seconds";
const requests = rate(`${latency}_count`);
const UNUSED = "Of operations that no client uses.";
const failed = (kind: string) => sumBy("operation", rate(`cassandra_client_request_${kind}_total`));
const percentiles = (operation: string) =>
  [0.5, 0.95, 0.99, 0.999].map((q) => query(quantile(q, "", latency, `operation="${operation}"`), `p${q * 100}`));

export const clientRequests = board({
  uid: "foreread-requests",
  title: "Client requests",
  description:
    "What clients wait for and what they are refused, as coordinators measure it. Percentiles are taken over all chosen nodes from buckets.",
  variables: [topCount()],
  rows: [
    row("Now", [
      number({
        title: "Requests",
        shows: "Client requests per second over the chosen nodes.",
        good: "what the application is expected to send.",
        otherwise: "a sudden fall with clients connected: they fail or wait elsewhere.",
        unit: Unit.REQUESTS_PER_SECOND,
        width: 6,
        queries: [query(sum(requests), "requests")],
      }),
      number({
        title: "p99 of reads and writes",
        shows: "99th percentile over all chosen nodes.",
        good: "within your objective.",
        otherwise: "see Worst nodes: one or all?",
        empty: "While no client reads or writes.",
        unit: Unit.SECONDS,
        width: 6,
        queries: ["read", "write"].map((name) => query(quantile(0.99, "", latency, `operation="${name}"`), name)),
      }),
      number({
        title: "Errors through requests",
        shows: "Timeouts, unavailables and failures through all requests.",
        good: "0.",
        otherwise: "see Errors below for the kind.",
        empty: "While no client sends a request.",
        unit: Unit.SHARE,
        decimals: 3,
        width: 6,
        steps: [
          { from: 0, color: "green" },
          { from: 0.001, color: "yellow" },
          { from: 0.01, color: "red" },
        ],
        queries: [
          query(
            ratio(
              `(${["timeouts", "unavailables", "failures"].map((kind) => sum(rate(`cassandra_client_request_${kind}_total`))).join(" + ")})`,
              sum(requests),
            ),
            "errors",
          ),
        ],
      }),
      number({
        title: "Connections",
        shows: "Connections that clients hold to the chosen nodes.",
        good: "steady.",
        otherwise: "climbs without end: sessions that clients do not close.",
        unit: Unit.COUNT,
        width: 6,
        queries: [query(sum(on("cassandra_client_connections")), "connections")],
      }),
    ]),
    row("Latency", [
      trend({
        title: "Reads: percentiles",
        shows: "Latency of reads of single partitions over all chosen nodes.",
        good: "the lines lie close together and within your objective.",
        otherwise: "p99.9 far away: GC, hedged by speculative_retry. All high: disk or overload; see Node.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: percentiles("read"),
      }),
      trend({
        title: "Writes: percentiles",
        shows: "Latency of writes over all chosen nodes.",
        good: "p99 below 5 ms within a datacenter.",
        otherwise: "commit log, GC or a consistency level that waits for another datacenter.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: percentiles("write"),
      }),
      trend({
        title: "Range reads: percentiles",
        shows: "Latency of range reads over all chosen nodes. Read-ahead makes the long ones faster.",
        good: "in proportion to the page size.",
        otherwise: "smaller pages; no ALLOW FILTERING.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: percentiles("range_slice"),
      }),
      heat({
        title: "Latency of reads",
        shows: "Reads by latency, per step: two bands are memory and disk.",
        good: "one dark band below 1 ms, a thin one of disk reads above it.",
        otherwise:
          "the upper band grows darker: the working set no longer fits the page cache, or compaction pushes it out.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: [
          query(`sum by (le) (increase(${on(`${latency}_bucket`, 'operation="read"')}[$__rate_interval]))`, "{{le}}"),
        ],
      }),
      trend({
        title: "Worst node: p99 by operation",
        shows: "The highest 99th percentile of any chosen node.",
        good: "little above the percentile over all nodes.",
        otherwise: "far above: one node spoils it; see Worst nodes.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: [query(maxBy("operation", quantile(0.99, "instance, operation", latency)), "{{operation}}")],
      }),
      trend({
        title: "Worst nodes: p99 of reads",
        shows: "99th percentile of reads of the nodes where it is highest.",
        good: "all lines close together.",
        otherwise: "open the node that stands out.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: [query(top(quantile(0.99, "instance", latency, 'operation="read"')), "{{instance}}")],
      }),
    ]),
    row("How many", [
      trend({
        title: "Requests by operation",
        shows: "Client requests per second by operation.",
        good: "follows the application's day.",
        otherwise: "an operation that was not there: ask who deployed what.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(sumBy("operation", requests), "{{operation}}")],
      }),
      trend({
        title: "Requests by node",
        shows: "Client requests per second by coordinator, of the busiest nodes.",
        good: "equal within a datacenter.",
        otherwise: "one takes more: a driver without load balancing, or a wrong list of contact points.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(top(sumBy("instance", requests)), "{{instance}}")],
      }),
      trend({
        title: "Requests by whether their coordinator held the data",
        shows: "Share of requests whose coordinator was a replica itself.",
        good: "near 100 %: drivers route by token.",
        otherwise: "each other request costs a hop: prepared statements and a token-aware policy in the driver.",
        empty: since("4.1"),
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(
            ratio(
              sumBy("operation", rate("cassandra_client_request_routed_total", 'coordinator="replica"')),
              sumBy("operation", rate("cassandra_client_request_routed_total")),
            ),
            "{{operation}}",
          ),
        ],
      }),
      trend({
        title: "Statements",
        shows: "Statements executed per second, prepared or parsed each time.",
        good: "prepared nearly all.",
        otherwise:
          "regular: the application sends text each time; prepare it. Evicted: it prepares too many, often with values in the text.",
        unit: Unit.PER_SECOND,
        queries: [
          query(sumBy("statement_type", rate("cassandra_cql_statements_total")), "{{statement_type}}"),
          query(sum(rate("cassandra_cql_prepared_statements_evicted_total")), "evicted from the cache"),
        ],
      }),
    ]),
    row("Errors", [
      trend({
        title: "Timeouts",
        shows: "Requests per second that replicas did not answer in time.",
        good: "0.",
        otherwise: "overload, GC pauses or a slow disk of replicas; see Worst nodes and dropped messages.",
        unit: Unit.PER_SECOND,
        queries: [query(failed("timeouts"), "{{operation}}")],
      }),
      trend({
        title: "Unavailables",
        shows: "Requests per second refused because too few replicas were alive for their consistency level.",
        good: "0.",
        otherwise: "nodes are down; or a consistency level that a replication factor cannot give (ALL, QUORUM with 2).",
        unit: Unit.PER_SECOND,
        queries: [query(failed("unavailables"), "{{operation}}")],
      }),
      trend({
        title: "Failures",
        shows: "Requests per second that failed on a replica.",
        good: "0.",
        otherwise: "tombstone_failure_threshold, corrupt sstables or a bug: the replica's log has the exception.",
        unit: Unit.PER_SECOND,
        queries: [query(failed("failures"), "{{operation}}")],
      }),
      trend({
        title: "Aborted at a threshold",
        shows: "Requests per second aborted because they passed a threshold of tombstones or of size.",
        good: "0.",
        otherwise: "Table drill-down shows which table has tombstones or large partitions.",
        empty: since("4.1"),
        unit: Unit.PER_SECOND,
        queries: [
          query(
            sumBy("operation, cause", rate("cassandra_client_request_aborts_by_cause_total")),
            "{{operation}} {{cause}}",
          ),
        ],
      }),
      trend({
        title: "Refused or expired in the queue",
        shows:
          "Requests per second refused because of overload, and those that waited for a thread for longer than their timeout.",
        good: "0.",
        otherwise: "fewer concurrent requests per client, or more nodes.",
        empty: "Expired ones: Cassandra 4.1 and later.",
        unit: Unit.PER_SECOND,
        queries: [
          query(sum(rate("cassandra_client_requests_discarded_total")), "refused"),
          query(sum(rate("cassandra_client_requests_expired_total")), "expired"),
        ],
      }),
      trend({
        title: "Denied",
        shows: "Requests per second refused because their partition is on the denylist.",
        good: "0, or what you put there.",
        otherwise: "somebody still asks for the partition: find the client.",
        empty: since("4.1"),
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("operation", rate("cassandra_client_request_denied_total")), "{{operation}}")],
      }),
    ]),
    special(),
  ],
});
