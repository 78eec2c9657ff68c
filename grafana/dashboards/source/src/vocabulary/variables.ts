import * as cog from "@grafana/grafana-foundation-sdk/cog";
import * as dashboard from "@grafana/grafana-foundation-sdk/dashboard";
import { KEYSPACE, nodes, on } from "./promql.js";

export type Variable = cog.Builder<dashboard.VariableModel>;

/** The data source that the variable selects. Its default is the first Prometheus data source of Grafana. */
export const DATASOURCE = { type: "prometheus", uid: "${datasource}" };

/** Min step of every query, which determines $__rate_interval. Empty means the scrape interval of the data source. */
export const MIN_STEP = "$min_step";

export type NodeChoice = "all" | "one" | "clusters";

/**
 * The variables of every board, each of which limits the values of the next. A board of nodes selects one cluster, because
 * its queries would otherwise read series of the whole fleet. Only a board of clusters selects several.
 */
export function common(nodes: NodeChoice): Variable[] {
  const source = new dashboard.DatasourceVariableBuilder("datasource").label("Data source").type("prometheus");
  const minStep = text(
    "min_step",
    "Min step",
    "Empty: the scrape interval of the data source. Otherwise an interval such as 1m that is not shorter than the scrape interval.",
    "",
  );
  const cluster = "label_values(instance:cassandra_node:info, cluster)";
  if (nodes === "clusters") return [source, several("cluster", "Cluster", cluster), minStep];
  const targetCluster = several(
    "target_cluster",
    "Cluster label of targets",
    'label_values(instance:cassandra_node:info{cluster=~"$cluster"}, target_cluster)',
  ).hide(dashboard.VariableHide.HideVariable);
  const node =
    'label_values(instance:cassandra_node:info{cluster=~"$cluster", datacenter=~"$datacenter", rack=~"$rack"}, instance)';
  return [
    source,
    one("cluster", "Cluster", cluster),
    targetCluster,
    several(
      "datacenter",
      "Datacenter",
      'label_values(instance:cassandra_node:info{cluster=~"$cluster"}, datacenter)',
    ).allValue(".*"),
    several(
      "rack",
      "Rack",
      'label_values(instance:cassandra_node:info{cluster=~"$cluster", datacenter=~"$datacenter"}, rack)',
    ).allValue(".*"),
    nodes === "one" ? one("node", "Node", node) : several("node", "Node", node),
    minStep,
  ];
}

const KEYSPACES = resultOf("keyspace", atBothEnds(on("cassandra_keyspace_live_disk_space_bytes")));
const TABLES = resultOf("table", atBothEnds(on("cassandra_table_live_sstables", KEYSPACE)));

/** Any keyspaces and tables, and by default all. */
export function keyspaceAndTable(): Variable[] {
  return [
    several("keyspace", "Keyspace", KEYSPACES).regex(partOf("keyspace")).allValue(".*"),
    several("table", "Table", TABLES).regex(partOf("table")).allValue(".*"),
  ];
}

/** One keyspace and one or several of its tables, but not All, which can be thousands of tables. */
export function tablesOfOneKeyspace(): Variable[] {
  return [
    one("keyspace", "Keyspace", KEYSPACES).regex(partOf("keyspace")),
    one("table", "Table", TABLES).regex(partOf("table")).multi(true),
  ];
}

export function topCount(): Variable {
  return choice("top", "Top", "Number of series in panels that show the largest.", ["5", "10", "20", "50"], "10");
}

/** Limits of the volume that holds the sstables. The defaults are those of an EBS gp3 volume. */
export function volumeLimits(): Variable[] {
  return [
    text("iops_limit", "IOPS limit", "Requests per second that the volume of a node allows.", "3000"),
    text("mibps_limit", "MiB/s limit", "MiB per second that the volume of a node allows.", "125"),
  ];
}

/** The host names of $node, for series of node_exporter, whose instance has another port. */
export function hosts(): Variable {
  return several("host", "Host", resultOf("instance", nodes("instance:cassandra_node:info")))
    .regex(partOf("instance", "(?::[0-9]+)?"))
    .hide(dashboard.VariableHide.HideVariable);
}

/**
 * Queries the values of a label in series that $node selects. Grafana sends the query of label_values as a URL, and proxies reject
 * the URL if $node contains the names of hundreds of nodes. It sends this query in the body of a request.
 */
function resultOf(label: string, series: string): string {
  return `query_result(group by (${label}) (${series}))`;
}

/** The series at the end and at the beginning of the time range, because a node that is down or a dropped table has none at the end. */
function atBothEnds(series: string): string {
  return `${series} or ${series} offset $__range`;
}

/** The regular expression that selects the value of a label, without the text after it, from a series as Grafana displays it. */
function partOf(label: string, after = ""): string {
  return `/${label}="(.+?)${after}"/`;
}

/** A variable with one value, which is the first one until another is selected. */
function one(name: string, label: string, query: string): dashboard.QueryVariableBuilder {
  return new dashboard.QueryVariableBuilder(name)
    .label(label)
    .datasource(DATASOURCE)
    .query({
      qryType: query.startsWith("query_result(") ? 3 : 1,
      query,
      refId: "PrometheusVariableQueryEditor-VariableQuery",
    })
    .refresh(dashboard.VariableRefresh.OnTimeRangeChanged)
    .sort(dashboard.VariableSort.NaturalAsc);
}

function several(name: string, label: string, query: string): dashboard.QueryVariableBuilder {
  return one(name, label, query)
    .multi(true)
    .includeAll(true)
    .current({ selected: true, text: ["All"], value: ["$__all"] });
}

function choice(name: string, label: string, meaning: string, of: string[], chosen: string): Variable {
  return new dashboard.CustomVariableBuilder(name)
    .label(label)
    .description(meaning)
    .values(of.join(","))
    .options(of.map((value) => ({ selected: value === chosen, text: value, value })))
    .current({ selected: true, text: chosen, value: chosen });
}

function text(name: string, label: string, meaning: string, initial: string): Variable {
  return new dashboard.TextBoxVariableBuilder(name)
    .label(label)
    .description(meaning)
    .defaultValue(initial)
    .options([{ selected: true, text: initial, value: initial }])
    .current({ selected: true, text: initial, value: initial });
}
