import { board, row } from "../vocabulary/board.js";
import { heat, number, trend } from "../vocabulary/panels.js";
import { CLIENT_OPERATIONS, maxBy, on, quantile, rate, ratio, sum, sumBy, top } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { topCount } from "../vocabulary/variables.js";
import { consistencyLevels } from "./requests-consistency.js";
import { special } from "./requests-special.js";

const latency = "cassandra_client_request_latency_seconds";
const requests = rate(`${latency}_count`, CLIENT_OPERATIONS);
const UNUSED = "There is no data for operations that no client uses.";
const failed = (kind: string) => sumBy("operation", rate(`cassandra_client_request_${kind}_total`));
const percentiles = (operation: string) =>
  [0.5, 0.95, 0.99, 0.999].map((q) => query(quantile(q, "", latency, `operation="${operation}"`), `p${q * 100}`));

export const clientRequests = board({
  uid: "foreread-requests",
  title: "Client requests",
  description:
    "Latency and errors of client requests, as coordinators measure them. Percentiles are computed from the histogram buckets of all chosen nodes.",
  variables: [topCount()],
  rows: [
    row("Now", [
      number({
        title: "Requests",
        shows: "Client requests per second over the chosen nodes.",
        good: "The rate is what you expect from the applications.",
        otherwise: "A sudden decrease while clients stay connected means that requests fail or wait elsewhere.",
        unit: Unit.REQUESTS_PER_SECOND,
        width: 6,
        queries: [query(sum(requests), "requests")],
      }),
      number({
        title: "p99 of reads and writes",
        shows: "99th percentile of reads and of writes over all chosen nodes.",
        good: "Latency is within your objective.",
        otherwise: "Worst nodes: p99 of reads shows whether one node or all nodes are slow.",
        empty: "There is no data while no client reads or writes.",
        unit: Unit.SECONDS,
        width: 6,
        queries: ["read", "write"].map((name) => query(quantile(0.99, "", latency, `operation="${name}"`), name)),
      }),
      number({
        title: "Error ratio",
        shows: "Timeouts, unavailable errors and failures divided by all requests.",
        good: "It is 0.",
        otherwise: "The panels in the row Errors show the kind of errors.",
        empty: "There is no data while no client sends requests.",
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
              `(${["timeouts", "unavailables", "failures"].map((kind) => sum(rate(`cassandra_client_request_${kind}_total`, CLIENT_OPERATIONS))).join(" + ")})`,
              sum(requests),
            ),
            "errors",
          ),
        ],
      }),
      number({
        title: "Connections",
        shows: "Connections that clients hold to the chosen nodes.",
        good: "The number is constant.",
        otherwise: "A number that always rises means that clients do not close their sessions.",
        unit: Unit.COUNT,
        width: 6,
        queries: [query(sum(on("cassandra_client_connections")), "connections")],
      }),
    ]),
    row("Latency", [
      trend({
        title: "Reads: percentiles",
        shows: "Latency of reads of single partitions over all chosen nodes.",
        good: "The percentiles are close to each other and within your objective.",
        otherwise:
          "If only p99.9 is high, GC is the cause, and speculative_retry hides a part of it. If all are high, the disk or an overload is the cause, see the Node board.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: percentiles("read"),
      }),
      trend({
        title: "Writes: percentiles",
        shows: "Latency of writes over all chosen nodes.",
        good: "The 99th percentile is below 5 ms within a datacenter.",
        otherwise: "The cause is the commit log, GC, or a consistency level that waits for another datacenter.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: percentiles("write"),
      }),
      trend({
        title: "Range reads: percentiles",
        shows: "Latency of range reads over all chosen nodes. Read-ahead makes the long ones faster.",
        good: "It is in proportion to the page size.",
        otherwise: "Use smaller pages, and do not use ALLOW FILTERING.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: percentiles("range_slice"),
      }),
      heat({
        title: "Latency of reads",
        shows: "Reads by latency. Reads from memory and reads from disk appear as separate groups.",
        good: "Most reads take less than 1 ms, and few reads from disk take longer.",
        otherwise:
          "If the slower group grows, the working set no longer fits into the page cache, or compaction evicts it.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: [
          query(
            `sum by (cluster, le) (increase(${on(`${latency}_bucket`, 'operation="read"')}[$__rate_interval]))`,
            "{{le}}",
          ),
        ],
      }),
      trend({
        title: "Worst node: p99 by operation",
        shows: "The highest 99th percentile of latency of any chosen node.",
        good: "It is little above the percentile of all nodes.",
        otherwise: "If it is far above, one node is slow. See the worst nodes.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: [query(maxBy("operation", quantile(0.99, "instance, operation", latency)), "{{operation}}")],
      }),
      trend({
        title: "Worst nodes: p99 of reads",
        shows: "99th percentile of reads on the nodes where it is highest.",
        good: "All lines are close to each other.",
        otherwise: "Open the board of the slow node.",
        empty: UNUSED,
        unit: Unit.SECONDS,
        queries: [query(top(quantile(0.99, "instance", latency, 'operation="read"')), "{{instance}}")],
      }),
    ]),
    row("Number of requests", [
      trend({
        title: "Requests by operation",
        shows: "Client requests per second by operation.",
        good: "The rate follows the daily load of the applications.",
        otherwise: "A new operation usually comes from a new release of an application.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(sumBy("operation", rate(`${latency}_count`)), "{{operation}}")],
      }),
      trend({
        title: "Requests by node",
        shows: "Client requests per second by coordinator, for the nodes with the most.",
        good: "It is equal within a datacenter.",
        otherwise: "A node with more has clients without load balancing or with a wrong list of contact points.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(top(sumBy("instance", requests)), "{{instance}}")],
      }),
      trend({
        title: "Requests whose coordinator is a replica",
        shows: "Share of requests that the coordinator could answer as a replica.",
        good: "It is near 100 %, because drivers route by token.",
        otherwise:
          "Other requests need one more network hop. Use prepared statements and a token-aware policy in the driver.",
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
        shows:
          "Statements executed per second, prepared or parsed each time, and prepared statements that were evicted.",
        good: "Nearly all statements are prepared.",
        otherwise:
          "Prepare regular statements in the application. Statements are evicted if too many are prepared, often because their text contains values.",
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
        good: "There are none.",
        otherwise: "Replicas are overloaded, have GC pauses or a slow disk. See the worst nodes and dropped messages.",
        unit: Unit.PER_SECOND,
        queries: [query(failed("timeouts"), "{{operation}}")],
      }),
      trend({
        title: "Unavailables",
        shows: "Requests per second rejected because too few replicas were alive for their consistency level.",
        good: "There are none.",
        otherwise:
          "Nodes are down, or the replication factor is too low for the consistency level (ALL, or QUORUM with a replication factor of 2).",
        unit: Unit.PER_SECOND,
        queries: [query(failed("unavailables"), "{{operation}}")],
      }),
      trend({
        title: "Failures",
        shows: "Requests per second that failed on a replica.",
        good: "There are none.",
        otherwise: "The log of the replica has the exception: tombstone_failure_threshold, a corrupt sstable or a bug.",
        unit: Unit.PER_SECOND,
        queries: [query(failed("failures"), "{{operation}}")],
      }),
      trend({
        title: "Aborted at a threshold",
        shows: "Requests per second aborted at a threshold of tombstones or size.",
        good: "There are none.",
        otherwise: "The Table drill-down board shows tables with many tombstones or large partitions.",
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
        title: "Rejected or expired in the queue",
        shows:
          "Requests per second rejected because of overload, and requests that waited for a thread for longer than their timeout.",
        good: "There are none.",
        otherwise: "Reduce the concurrent requests of each client, or add nodes.",
        empty: "Cassandra 4.1 and later export expired requests.",
        unit: Unit.PER_SECOND,
        queries: [
          query(sum(rate("cassandra_client_requests_discarded_total")), "rejected"),
          query(sum(rate("cassandra_client_requests_expired_total")), "expired"),
        ],
      }),
      trend({
        title: "Denied",
        shows: "Requests per second rejected because their partition is in the denylist.",
        good: "Only partitions that you have denied are rejected.",
        otherwise: "An application still uses the partition. Find the client.",
        empty: since("4.1"),
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("operation", rate("cassandra_client_request_denied_total")), "{{operation}}")],
      }),
    ]),
    special(),
    consistencyLevels(),
  ],
});
