import { board, row } from "../vocabulary/board.js";
import { grid, trend } from "../vocabulary/panels.js";
import { CLIENT_OPERATIONS, NODE_INFO, clusters, orZero, scraped, sumBy } from "../vocabulary/promql.js";
import { NOT_OVER_JMX, query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const CLUSTER = "{{cluster}}";
const LATENCY = "cluster:cassandra_client_request_latency_seconds:p99_5m";
const all = clusters(NODE_INFO);
const alerts = (severity: string) =>
  orZero(`count by (cluster) (${clusters("ALERTS", 'alertstate="firing"', `severity="${severity}"`)})`, "cluster", all);
const requests = sumBy("cluster", clusters("cluster:cassandra_client_requests:rate5m", CLIENT_OPERATIONS));
const errors = sumBy("cluster", clusters("cluster:cassandra_client_request_errors:rate5m", CLIENT_OPERATIONS));
const p99 = (operation: string) => `max by (cluster) (${clusters(LATENCY, `operation="${operation}"`)} >= 0)`;
const errorShare = `${errors} / (${requests} > 0)`;
const pending = sumBy("cluster", clusters("instance:cassandra_compaction_pending:tasks"));
const load = sumBy("cluster", clusters("cluster:cassandra_storage_load:bytes"));
const RED_ABOVE_ZERO = [
  { from: 0, color: "transparent" },
  { from: 1, color: "red" },
] as const;

export const fleet = board({
  uid: "foreread-fleet",
  title: "Fleet",
  description: "One row per cluster, to see which ones need attention.",
  nodes: "clusters",
  variables: [],
  rows: [
    row("Clusters", [
      grid({
        title: "Clusters",
        shows: "State of each cluster, those with critical alerts first. A click on a cluster opens its overview.",
        good: "No node is down, no critical alert fires and the error ratio is below 0.1 %.",
        otherwise: "Open the cluster.",
        empty: "Error ratio and p99 have no value while no client sends requests.",
        unit: Unit.PLAIN,
        width: 24,
        height: 12,
        columns: ["cluster"],
        sortBy: "Critical alerts",
        values: [
          { title: "Critical alerts", unit: Unit.COUNT, steps: RED_ABOVE_ZERO },
          {
            title: "Warnings",
            unit: Unit.COUNT,
            steps: [
              { from: 0, color: "transparent" },
              { from: 1, color: "yellow" },
            ],
          },
          { title: "Nodes", unit: Unit.COUNT },
          { title: "Not scraped", unit: Unit.COUNT, steps: RED_ABOVE_ZERO },
          { title: "Requests/s", unit: Unit.REQUESTS_PER_SECOND },
          {
            title: "Error ratio",
            unit: Unit.SHARE,
            steps: [
              { from: 0, color: "transparent" },
              { from: 0.001, color: "yellow" },
              { from: 0.01, color: "red" },
            ],
          },
          { title: "Read p99", unit: Unit.SECONDS },
          { title: "Write p99", unit: Unit.SECONDS },
          { title: "Load", unit: Unit.BYTES },
          { title: "Pending compactions", unit: Unit.COUNT },
        ],
        queries: [
          query(alerts("critical"), "Critical alerts"),
          query(alerts("warning"), "Warnings"),
          query(`count by (cluster) (${all})`, "Nodes"),
          query(orZero(`count by (cluster) (${all} unless ${scraped})`, "cluster", all), "Not scraped"),
          query(requests, "Requests/s"),
          query(errorShare, "Error ratio"),
          query(p99("read"), "Read p99"),
          query(p99("write"), "Write p99"),
          query(load, "Load"),
          query(pending, "Pending compactions"),
        ],
      }),
    ]),
    row("What clients see", [
      trend({
        title: "Requests",
        shows: "Client requests per second by cluster.",
        good: "The rate follows the daily load of the applications.",
        otherwise: "After a sudden decrease, check the clients and their network.",
        unit: Unit.REQUESTS_PER_SECOND,
        queries: [query(requests, CLUSTER)],
      }),
      trend({
        title: "Error ratio",
        shows: "Timeouts, unavailable errors and failures divided by all requests, by cluster.",
        good: "It is 0.",
        otherwise: "The overview of the cluster shows the kind of errors.",
        empty: "There is no data while no client sends requests.",
        unit: Unit.SHARE,
        queries: [query(errorShare, CLUSTER)],
      }),
      trend({
        title: "p99 of reads",
        shows: "99th percentile of reads from the histograms of all nodes of a cluster.",
        good: "Latency is within your objective.",
        otherwise: "Open the overview of the cluster, then the board of its slowest node.",
        empty: "There is no data while no client reads.",
        unit: Unit.SECONDS,
        queries: [query(p99("read"), CLUSTER)],
      }),
      trend({
        title: "p99 of writes",
        shows: "99th percentile of writes from the histograms of all nodes of a cluster.",
        good: "Latency is within your objective.",
        otherwise: "Open the overview of the cluster, then the board of its slowest node.",
        empty: "There is no data while no client writes.",
        unit: Unit.SECONDS,
        queries: [query(p99("write"), CLUSTER)],
      }),
    ]),
    row("Storage and compaction", [
      trend({
        title: "Load",
        shows: "On-disk size of the live data of each cluster.",
        good: "It grows as planned.",
        otherwise: "If it grows faster, see the Storage and OS board of the cluster.",
        unit: Unit.BYTES,
        queries: [query(load, CLUSTER)],
      }),
      trend({
        title: "Compaction",
        shows: "Uncompressed bytes that compactions scan per second, by cluster.",
        good: "Throughput is in proportion to writes.",
        otherwise: "The Compaction board of the cluster shows the cause of a change.",
        empty: `There is no data while nothing is compacted. ${NOT_OVER_JMX}`,
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sumBy("cluster", clusters("cluster:cassandra_compaction_scanned_bytes:rate5m")), CLUSTER)],
      }),
      trend({
        title: "Pending compactions",
        shows: "Estimated pending compactions, summed over the nodes of a cluster.",
        good: "The number decreases after peaks.",
        otherwise: "If it rises for hours, see the Compaction board of the cluster.",
        unit: Unit.COUNT,
        queries: [query(pending, CLUSTER)],
      }),
      trend({
        title: "Nodes not scraped",
        shows: "Nodes whose last scrape did not return their metrics, by cluster.",
        good: "There are none.",
        otherwise: "The panel Nodes on the overview of the cluster lists them.",
        unit: Unit.COUNT,
        queries: [query(orZero(`count by (cluster) (${all} unless ${scraped})`, "cluster", all), CLUSTER)],
      }),
    ]),
  ],
});
