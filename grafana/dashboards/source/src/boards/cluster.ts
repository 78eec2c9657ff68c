import { board, row } from "../vocabulary/board.js";
import { grid, number, trend } from "../vocabulary/panels.js";
import {
  CLIENT_OPERATIONS,
  NODE_INFO,
  clusters,
  identity,
  inRow,
  largest,
  maxBy,
  nodes,
  on,
  orZero,
  rate,
  ratio,
  scraped,
  sum,
  sumBy,
  top,
} from "../vocabulary/promql.js";
import { NOT_OVER_JMX, query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { topCount } from "../vocabulary/variables.js";

const requests = nodes("instance:cassandra_client_requests:rate5m", CLIENT_OPERATIONS);
const errors = nodes("instance:cassandra_client_request_errors:rate5m", CLIENT_OPERATIONS);
const P99 = "instance:cassandra_client_request_latency_seconds:p99_5m";
const all = nodes(NODE_INFO);
const alerts = (severity: string) =>
  orZero(`count by (instance) (${nodes("ALERTS", 'alertstate="firing"', `severity="${severity}"`)})`, "instance", all);
const heapShare = `${sumBy("instance", on("jvm_memory_pool_collection_used_bytes", 'area="heap"'))} / ${maxBy("instance", on("jvm_memory_max_bytes", 'area="heap"'))}`;

export const cluster = board({
  uid: "foreread-cluster",
  title: "Cluster overview",
  description: "State of a cluster and of its nodes.",
  variables: [topCount()],
  rows: [
    row("Now", [
      number({
        title: "Nodes scraped",
        shows: "Nodes whose last scrape returned their metrics, and all other nodes.",
        good: "Every node is up.",
        otherwise:
          "Either the node is down, or only its metrics endpoint. Check `systemctl status cassandra`, then search system.log for `Foreread serves no metrics`.",
        unit: Unit.PLAIN,
        queries: [
          query(`count(${all} and ${scraped}) or vector(0)`, "up"),
          query(`count(${all} unless ${scraped}) or vector(0)`, "down"),
        ],
      }),
      number({
        title: "Considered down",
        shows: "The largest number of nodes that any one node considers down.",
        good: "It is 0.",
        otherwise:
          "A node that has been down for longer than the hint window (3 h) needs a repair when it is back. See Nodes up and down on the Node board.",
        unit: Unit.PLAIN,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "red" },
        ],
        queries: [query(`max(${sumBy("instance", on("cassandra_endpoints", 'state="down"'))})`, "down")],
      }),
      number({
        title: "Schema versions",
        shows: "Distinct schema versions that live nodes gossip.",
        good: "All nodes have one version. During an upgrade, each line of Cassandra has its own.",
        otherwise:
          "If all nodes run the same line, they disagree if there are several versions for more than a minute. `nodetool describecluster` lists them. Stop schema changes and restart the node that keeps the old version.",
        unit: Unit.PLAIN,
        steps: [
          { from: 0, color: "green" },
          { from: 2, color: "red" },
        ],
        queries: [query(`max(${on("cassandra_schema_versions")})`, "versions")],
      }),
      number({
        title: "Releases",
        shows: "Nodes by release of Cassandra.",
        good: "All nodes run one release.",
        otherwise: "An upgrade is in progress. Finish it, and do not repair, stream or change the schema until then.",
        unit: Unit.PLAIN,
        names: true,
        queries: [query(`count by (cluster, release_version) (${identity()})`, "{{release_version}}")],
      }),
      number({
        title: "Requests",
        shows: "Client requests per second over the chosen nodes.",
        good: "The rate is what you expect from the applications.",
        otherwise:
          "A sudden decrease while clients stay connected means that requests fail or wait. See Errors by kind.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(sum(requests), "requests")],
      }),
      number({
        title: "Error ratio",
        shows: "Timeouts, unavailable errors and failures divided by all requests.",
        good: "It is 0. Retries of the driver usually hide up to 0.1 %.",
        otherwise: "The Client requests board shows the kind of errors.",
        empty: "There is no data while no client sends requests.",
        unit: Unit.SHARE,
        decimals: 3,
        steps: [
          { from: 0, color: "green" },
          { from: 0.001, color: "yellow" },
          { from: 0.01, color: "red" },
        ],
        queries: [query(ratio(sum(errors), sum(requests)), "errors")],
      }),
      grid({
        title: "Nodes",
        shows:
          "Identity, state and firing alerts of each node, those with critical alerts first. A node that is down is listed while it is a target or other nodes know it. A click on a node opens its board.",
        good: "No node differs from the others of its rack.",
        otherwise: "Open the board of the node that differs.",
        unit: Unit.PLAIN,
        width: 24,
        height: 10,
        columns: ["instance", "datacenter", "rack", "release_version"],
        sortBy: "Critical",
        empty: "Most columns of a node that is down have no value.",
        values: [
          {
            title: "Up",
            unit: Unit.PLAIN,
            steps: [
              { from: 0, color: "red" },
              { from: 1, color: "green" },
            ],
          },
          {
            title: "Critical",
            unit: Unit.COUNT,
            steps: [
              { from: 0, color: "transparent" },
              { from: 1, color: "red" },
            ],
          },
          {
            title: "Warnings",
            unit: Unit.COUNT,
            steps: [
              { from: 0, color: "transparent" },
              { from: 1, color: "yellow" },
            ],
          },
          { title: "Load", unit: Unit.BYTES },
          { title: "Requests/s", unit: Unit.REQUESTS_PER_SECOND },
          { title: "Read p99", unit: Unit.SECONDS },
          { title: "Pending compactions", unit: Unit.COUNT },
          { title: "Heap after GC", unit: Unit.SHARE },
          { title: "CPU", unit: Unit.SHARE },
          { title: "Clients", unit: Unit.COUNT },
          { title: "Uptime", unit: Unit.SECONDS },
        ],
        queries: [
          query(inRow("instance, datacenter, rack", all), "info"),
          query(inRow("instance, release_version", identity()), "release"),
          query(orZero(`max by (instance) (${all} and ${scraped})`, "instance", all), "Up"),
          query(alerts("critical"), "Critical"),
          query(alerts("warning"), "Warnings"),
          query(inRow("instance", on("cassandra_storage_load_bytes")), "Load"),
          query(inRow("instance", sumBy("instance", requests)), "Requests/s"),
          query(inRow("instance", `${nodes(P99, 'operation="read"')} >= 0`), "Read p99"),
          query(inRow("instance", on("cassandra_compaction_pending_tasks")), "Pending compactions"),
          query(inRow("instance", heapShare), "Heap after GC"),
          query(inRow("instance", on("process_cpu_usage")), "CPU"),
          query(inRow("instance", on("cassandra_client_connections")), "Clients"),
          query(inRow("instance", on("process_uptime_seconds")), "Uptime"),
        ],
      }),
      grid({
        title: "Firing alerts",
        shows: "Alerts that fire in this cluster.",
        good: "No alert fires.",
        otherwise: "Follow the runbook of the alert.",
        empty: "There is no data while no alert fires, or without the rules of `grafana/alerts`.",
        unit: Unit.PLAIN,
        width: 24,
        height: 6,
        columns: ["severity", "alertname", "datacenter", "rack", "instance"],
        queries: [query(clusters("ALERTS", 'alertstate="firing"'), "alerts")],
      }),
    ]),
    row("What clients see", [
      trend({
        title: "Requests by operation",
        shows: "Client requests per second by operation, as coordinators count them.",
        good: "The rate follows the daily load of the applications.",
        otherwise: "A new level or a new operation usually comes from a new release of an application.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(sumBy("operation", nodes("instance:cassandra_client_requests:rate5m")), "{{operation}}")],
      }),
      trend({
        title: "p99 latency by operation",
        shows: "99th percentile of client requests over all nodes of the cluster, computed from histogram buckets.",
        good: "Latency is within your objective. Reads from memory take less than 1 ms, reads from SSD up to 12 ms.",
        otherwise:
          "The panels of the worst nodes show whether one node or all nodes are slow. Check pending tasks, GC and the disk of the slow nodes.",
        empty: "There is no data for operations that no client uses.",
        unit: Unit.SECONDS,
        queries: [query(clusters("cluster:cassandra_client_request_latency_seconds:p99_5m"), "{{operation}}")],
      }),
      trend({
        title: "Errors by kind",
        shows: "Client requests per second that timed out, found too few live replicas or failed on a replica.",
        good: "There are none.",
        otherwise:
          "Timeouts point to overload or GC, and unavailable errors to nodes that are down. Failures have an exception in the log of a replica.",
        unit: Unit.PER_SECOND,
        queries: ["timeout", "unavailable", "failure"].map((kind) =>
          query(
            sum(nodes("instance:cassandra_client_request_errors:rate5m", `error="${kind}"`, CLIENT_OPERATIONS)),
            `${kind}s`,
          ),
        ),
      }),
      trend({
        title: "Requests by datacenter",
        shows: "Client requests per second by the coordinator's datacenter.",
        good: "Only datacenters with clients have requests.",
        otherwise: "A driver without a local datacenter sends requests to a datacenter that has no clients.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(sumBy("cluster, datacenter", requests), "{{datacenter}}")],
      }),
      trend({
        title: "Worst nodes: p99 of reads",
        shows: "99th percentile of reads on the nodes where it is highest.",
        good: "All lines are close to each other.",
        otherwise: "Open the Node board of a slow node and check its disk, GC and compaction.",
        empty: "There is no data while no client reads.",
        unit: Unit.SECONDS,
        queries: [query(largest(P99, 'operation="read"'), "{{instance}}")],
      }),
      trend({
        title: "Worst nodes: p99 of writes",
        shows: "99th percentile of writes on the nodes where it is highest.",
        good: "All lines are close to each other and below 5 ms.",
        otherwise: "Open the Node board of a slow node and check the disk of its commit log, GC and blocked flushes.",
        empty: "There is no data while no client writes.",
        unit: Unit.SECONDS,
        queries: [query(largest(P99, 'operation="write"'), "{{instance}}")],
      }),
    ]),
    row("Overload", [
      trend({
        title: "Pending tasks by pool",
        shows: "Tasks that wait for a thread, by pool. The value is that of the node with the most.",
        good: "There are none except for short peaks.",
        otherwise:
          "A pool with a constant queue is the bottleneck. ReadStage waits for the disk or has too many concurrent reads, MutationStage waits for the commit log or CPU. The Compaction board explains CompactionExecutor.",
        unit: Unit.COUNT,
        queries: [query(`${maxBy("pool", on("cassandra_thread_pool_pending_tasks"))} > 0`, "{{pool}}")],
        empty: "There is no data while no task waits.",
      }),
      trend({
        title: "Blocked tasks by pool",
        shows: "Tasks per second that were blocked because the queue of their pool was full.",
        good: "There are none.",
        otherwise:
          "Blocked flush writers mean that the disk is too slow for flushes. Blocked Native-Transport-Requests mean too many concurrent requests.",
        unit: Unit.PER_SECOND,
        queries: [query(top(sumBy("pool", rate("cassandra_thread_pool_blocked_tasks_total"))), "{{pool}}")],
      }),
      trend({
        title: "Dropped messages by type",
        shows: "Messages per second that were dropped because they were older than their timeout.",
        good: "There are none.",
        otherwise:
          "The nodes are overloaded or have long GC pauses, see the JVM and allocation board. After dropped mutations, replicas differ until hints or a repair correct them.",
        unit: Unit.PER_SECOND,
        queries: [query(top(sumBy("message_type", rate("cassandra_dropped_messages_total"))), "{{message_type}}")],
      }),
      trend({
        title: "Worst nodes: pending compactions",
        shows: "Estimated pending compactions of the nodes that have the most.",
        good: "The number is below 20 and decreases after peaks.",
        otherwise: "Reads become slower if the number rises for hours. The Compaction board shows throttle and disk.",
        unit: Unit.COUNT,
        queries: [query(largest("instance:cassandra_compaction_pending:tasks"), "{{instance}}")],
      }),
      trend({
        title: "Time in GC pauses",
        shows: "Share of time in which garbage collections stopped the node, for the nodes where it is largest.",
        good: "It is below 2 %.",
        otherwise:
          "Above 5 %, the JVM and allocation board shows the cause of the pauses and the threads that allocate.",
        unit: Unit.SHARE,
        queries: [query(top(sumBy("instance", rate("jvm_gc_pause_seconds_sum"))), "{{instance}}")],
        empty: `There is no data before the first pause. ${NOT_OVER_JMX}`,
      }),
      trend({
        title: "Hints created and not stored",
        shows:
          "Hints per second that nodes kept for other nodes, and hints that were not kept because the other node was down for too long.",
        good: "There are none.",
        otherwise:
          "Hints are created while a node is down or slow. A node whose hints were not stored needs a full repair when it is back.",
        empty: "There is no data before the first hint.",
        unit: Unit.PER_SECOND,
        queries: [
          query(sum(rate("cassandra_hints_created_total")), "created"),
          query(sum(rate("cassandra_hints_not_stored_total")), "not stored"),
        ],
      }),
    ]),
    row("By node", [
      trend({
        title: "Load by node",
        shows: "On-disk size of the live data of each node.",
        good: "Nodes with equal ownership differ by less than a tenth. With size-tiered compaction, data uses less than half of the disk.",
        otherwise:
          "A much larger node has uneven tokens or a large partition, or cleanup was not run after nodes were added.",
        unit: Unit.BYTES,
        queries: [query(on("cassandra_storage_load_bytes"), "{{instance}}")],
      }),
      trend({
        title: "Heap after GC by node",
        shows:
          "Heap in use after the last collection divided by the maximum heap. With G1, the old generation counts as it was after the last mixed or full collection, and as 0 before the first one.",
        good: "It is below 70 %.",
        otherwise:
          "Above 85 % the node collects more and more often. Check for large partitions, many tables and many concurrent requests before you enlarge the heap.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        steps: [
          { from: 0, color: "green" },
          { from: 0.7, color: "yellow" },
          { from: 0.85, color: "red" },
        ],
        queries: [query(heapShare, "{{instance}}")],
      }),
      trend({
        title: "CPU by node",
        shows: "Share of all CPUs that Cassandra's process uses.",
        good: "It is below 60 % and equal on all nodes.",
        otherwise:
          "Above 80 %, find what uses the CPU, or add nodes. Compaction and GC increase CPU use on many nodes, a hot partition only on its replicas.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [query(on("process_cpu_usage"), "{{instance}}")],
      }),
      trend({
        title: "Connections of clients by node",
        shows: "Connections that clients hold to each node.",
        good: "The number is equal on all nodes and constant.",
        otherwise:
          "A number that always rises means that a client opens sessions and does not close them. A node with 0 cannot be reached or its native transport is stopped.",
        unit: Unit.COUNT,
        queries: [query(on("cassandra_client_connections"), "{{instance}}")],
      }),
    ]),
  ],
});
