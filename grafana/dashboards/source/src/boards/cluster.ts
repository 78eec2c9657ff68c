import { board, row } from "../vocabulary/board.js";
import { grid, number, trend } from "../vocabulary/panels.js";
import {
  NODE_INFO,
  clusters,
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
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { topCount } from "../vocabulary/variables.js";

const requests = nodes("instance:cassandra_client_requests:rate5m");
const errors = nodes("instance:cassandra_client_request_errors:rate5m");
const P99 = "instance:cassandra_client_request_latency_seconds:p99_5m";
const all = nodes(NODE_INFO);
const alerts = (severity: string) =>
  orZero(`count by (instance) (${nodes("ALERTS", 'alertstate="firing"', `severity="${severity}"`)})`, "instance", all);
const heapShare = `${sumBy("instance", on("jvm_memory_pool_collection_used_bytes", 'area="heap"'))} / ${maxBy("instance", on("jvm_memory_max_bytes", 'area="heap"'))}`;

export const cluster = board({
  uid: "foreread-cluster",
  title: "Cluster overview",
  description: "Is the cluster healthy, and where to look if it is not.",
  variables: [topCount()],
  rows: [
    row("Now", [
      number({
        title: "Nodes scraped",
        shows: "Nodes whose endpoint answered the last scrape, and those that did not.",
        good: "all up.",
        otherwise:
          "a node is down, or its endpoint is: `systemctl status cassandra`, then `Foreread serves no metrics` in system.log.",
        unit: Unit.PLAIN,
        queries: [
          query(`count(${all} and ${scraped}) or vector(0)`, "up"),
          query(`count(${all} unless ${scraped}) or vector(0)`, "down"),
        ],
      }),
      number({
        title: "Down for others",
        shows: "Most nodes that any node takes for down.",
        good: "0.",
        otherwise:
          "above 0 for longer than the hint window (3 h): that node needs a repair when it is back. See Gossip on the Node board.",
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
        good: "1.",
        otherwise:
          "more for over a minute: a disagreement; `nodetool describecluster` names the nodes. Stop changing the schema; restart the one that stays behind.",
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
        good: "one release.",
        otherwise:
          "several: an upgrade is under way; finish it, and do not repair, stream or change the schema meanwhile.",
        unit: Unit.PLAIN,
        queries: [query(`count by (release_version) (${on("cassandra_node_info")})`, "{{release_version}}")],
      }),
      number({
        title: "Requests",
        shows: "Client requests per second over the chosen nodes.",
        good: "what the application is expected to send.",
        otherwise: "a sudden fall with clients connected: they fail elsewhere; see Errors.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(sum(requests), "requests")],
      }),
      number({
        title: "Errors through requests",
        shows: "Timeouts, unavailables and failures through all requests.",
        good: "0, below 0.1 % in trouble that retries hide.",
        otherwise: "see which kind on Client requests.",
        empty: "While no client sends a request.",
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
          "Identity, state and firing alerts of each node, those with critical alerts first. A node that is down stays here while it is a target or other nodes know it. A click on a node opens its board.",
        good: "no row stands out from those of its rack.",
        otherwise: "open the node.",
        unit: Unit.PLAIN,
        width: 24,
        height: 10,
        columns: ["instance", "datacenter", "rack", "release_version"],
        sortBy: "Critical",
        empty: "All but the first columns: of a node that is down.",
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
          query(maxBy("instance, datacenter, rack", all), "info"),
          query(maxBy("instance, release_version", on("cassandra_node_info")), "release"),
          query(orZero(`max by (instance) (${all} and ${scraped})`, "instance", all), "Up"),
          query(alerts("critical"), "Critical"),
          query(alerts("warning"), "Warnings"),
          query(sumBy("instance", on("cassandra_storage_load_bytes")), "Load"),
          query(sumBy("instance", requests), "Requests/s"),
          query(maxBy("instance", nodes(P99, 'operation="read"')), "Read p99"),
          query(sumBy("instance", on("cassandra_compaction_pending_tasks")), "Pending compactions"),
          query(heapShare, "Heap after GC"),
          query(sumBy("instance", on("process_cpu_usage")), "CPU"),
          query(sumBy("instance", on("cassandra_client_connections")), "Clients"),
          query(sumBy("instance", on("process_uptime_seconds")), "Uptime"),
        ],
      }),
      grid({
        title: "Firing alerts",
        shows: "Alerts that fire in this cluster.",
        good: "none.",
        otherwise: "the runbook of the alert.",
        empty: "While no alert fires, or without the rules in `alerts/`.",
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
        good: "follows the application's day.",
        otherwise: "a new plateau or an operation that was not there: ask who deployed what.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(sumBy("operation", requests), "{{operation}}")],
      }),
      trend({
        title: "p99 latency by operation",
        shows: "99th percentile over all nodes of the cluster, from buckets.",
        good: "within your objective; reads from memory take under 1 ms, from SSD up to 12 ms.",
        otherwise: "one node or all? See the worst nodes below; then pending tasks, GC and the disk of those.",
        empty: "Of operations that no client uses.",
        unit: Unit.SECONDS,
        queries: [query(clusters("cluster:cassandra_client_request_latency_seconds:p99_5m"), "{{operation}}")],
      }),
      trend({
        title: "Errors by kind",
        shows: "Client requests per second that timed out, found too few replicas or failed on a replica.",
        good: "0.",
        otherwise:
          "timeouts: overload or GC. unavailables: nodes down. failures: look for the exception in the replicas' logs.",
        unit: Unit.PER_SECOND,
        queries: ["timeout", "unavailable", "failure"].map((kind) =>
          query(sum(nodes("instance:cassandra_client_request_errors:rate5m", `error="${kind}"`)), `${kind}s`),
        ),
      }),
      trend({
        title: "Requests by datacenter",
        shows: "Client requests per second by the coordinator's datacenter.",
        good: "only where clients are.",
        otherwise: "requests in a datacenter without clients: a driver without local datacenter.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(sumBy("cluster, datacenter", requests), "{{datacenter}}")],
      }),
      trend({
        title: "Worst nodes: p99 of reads",
        shows: "99th percentile of reads of the nodes where it is highest.",
        good: "all lines close together.",
        otherwise: "one node stands out: its disk, GC or compaction; open its Node board.",
        empty: "While no client reads.",
        unit: Unit.SECONDS,
        queries: [query(largest(P99, 'operation="read"'), "{{instance}}")],
      }),
      trend({
        title: "Worst nodes: p99 of writes",
        shows: "99th percentile of writes of the nodes where it is highest.",
        good: "all lines close together, below 5 ms.",
        otherwise: "one stands out: commit log disk, GC or blocked flushes; open its Node board.",
        empty: "While no client writes.",
        unit: Unit.SECONDS,
        queries: [query(largest(P99, 'operation="write"'), "{{instance}}")],
      }),
    ]),
    row("Who is overloaded", [
      trend({
        title: "Pending tasks by pool",
        shows: "Tasks that wait for a thread, the most on any node, by pool.",
        good: "0, with spikes.",
        otherwise:
          "steady above 0: that stage is the bottleneck. ReadStage: disk or too many concurrent reads. MutationStage: commit log or CPU. CompactionExecutor: see Compaction.",
        unit: Unit.COUNT,
        queries: [query(`${maxBy("pool", on("cassandra_thread_pool_pending_tasks"))} > 0`, "{{pool}}")],
        empty: "While no task waits anywhere.",
      }),
      trend({
        title: "Blocked tasks by pool",
        shows: "Tasks per second that were blocked because the queue of their pool was full, over the chosen nodes.",
        good: "0.",
        otherwise:
          "flush writers: the disk does not keep up with flushes. Native-Transport-Requests: too many requests at once.",
        unit: Unit.PER_SECOND,
        queries: [query(top(sumBy("pool", rate("cassandra_thread_pool_blocked_tasks_total"))), "{{pool}}")],
      }),
      trend({
        title: "Dropped messages by type",
        shows: "Messages per second that were too old to be worth an answer.",
        good: "0.",
        otherwise:
          "MUTATION dropped: replicas now differ; hints or a repair mend it. Any: overload or long GC pauses; see JVM and allocation.",
        unit: Unit.PER_SECOND,
        queries: [query(top(sumBy("message_type", rate("cassandra_dropped_messages_total"))), "{{message_type}}")],
      }),
      trend({
        title: "Pending compactions: most",
        shows: "Compactions estimated to be due, of the nodes that have most.",
        good: "below 20, and falling after peaks.",
        otherwise: "rises for hours: reads get slower. See Compaction for throttle and disk.",
        unit: Unit.COUNT,
        queries: [query(largest("instance:cassandra_compaction_pending:tasks"), "{{instance}}")],
      }),
      trend({
        title: "Time in GC pauses",
        shows: "Share of time in which collections stopped the node, of the nodes where it is largest.",
        good: "below 2 %.",
        otherwise: "above 5 %: see JVM and allocation for cause and allocator.",
        unit: Unit.SHARE,
        queries: [query(top(sumBy("instance", rate("jvm_gc_pause_seconds_sum"))), "{{instance}}")],
        empty: "Until a first pause.",
      }),
      trend({
        title: "Hints created and not stored",
        shows:
          "Hints per second that nodes kept for others, and those not kept because the other was down for too long.",
        good: "0.",
        otherwise: "created: a node is down or slow. Not stored: it needs a full repair once it is back.",
        empty: "Until a first node was down.",
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
        good: "equal within a tenth, at equal ownership; below half of the disk with size-tiered compaction.",
        otherwise:
          "one far larger: tokens are uneven, a large partition, or cleanup was not run after nodes were added.",
        unit: Unit.BYTES,
        queries: [query(on("cassandra_storage_load_bytes"), "{{instance}}")],
      }),
      trend({
        title: "Heap after GC by node",
        shows: "Heap still used after the last collection, through the limit of the heap.",
        good: "below 70 %.",
        otherwise:
          "above 85 %: the node collects more and more. Look for large partitions, many tables, too many open requests; then a larger heap.",
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
        good: "below 60 %, equal over nodes.",
        otherwise: "above 80 %: add nodes or find the cost: compaction, GC, one hot partition (one node only).",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [query(on("process_cpu_usage"), "{{instance}}")],
      }),
      trend({
        title: "Connections of clients by node",
        shows: "Connections that clients hold to each node.",
        good: "equal, and steady.",
        otherwise:
          "climbs without end: a client opens sessions and does not close them. 0 on one node: no client can reach it, or its native transport is off.",
        unit: Unit.COUNT,
        queries: [query(on("cassandra_client_connections"), "{{instance}}")],
      }),
    ]),
  ],
});
