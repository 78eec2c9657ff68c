import * as cog from "@grafana/grafana-foundation-sdk/cog";
import * as dashboard from "@grafana/grafana-foundation-sdk/dashboard";

export type Variable = cog.Builder<dashboard.VariableModel>;

/** No board names a data source: the first Prometheus is taken until somebody chooses another. */
export const DATASOURCE = { type: "prometheus", uid: "${datasource}" };

/** Min step of every query. It decides $__rate_interval, so it has to be Prometheus's own scrape interval or more. */
export const MIN_STEP = "$min_step";

/** What every board has, in the order in which each narrows the next. */
export function common(): Variable[] {
  return [
    new dashboard.DatasourceVariableBuilder("datasource").label("Data source").type("prometheus"),
    values("cluster", "Cluster", "label_values(cassandra_node_info, cluster)"),
    values("datacenter", "Datacenter", 'label_values(cassandra_node_info{cluster=~"$cluster"}, datacenter)'),
    values("rack", "Rack", 'label_values(cassandra_node_info{cluster=~"$cluster", datacenter=~"$datacenter"}, rack)'),
    values(
      "node",
      "Node",
      'label_values(cassandra_node_info{cluster=~"$cluster", datacenter=~"$datacenter", rack=~"$rack"}, instance)',
    ),
    choice(
      "min_step",
      "Min step",
      "Prometheus's scrape interval, or a multiple.",
      ["5s", "10s", "15s", "30s", "1m", "2m"],
      "15s",
    ),
  ];
}

export function keyspaceAndTable(): Variable[] {
  return [
    values("keyspace", "Keyspace", 'label_values(cassandra_table_live_sstables{instance=~"$node"}, keyspace)'),
    values(
      "table",
      "Table",
      'label_values(cassandra_table_live_sstables{instance=~"$node", keyspace=~"$keyspace"}, table)',
    ),
  ];
}

export function topCount(): Variable {
  return choice("top", "Top", "How many series panels of the largest show.", ["5", "10", "20", "50"], "10");
}

/** What the volume under the sstables is sold with; the defaults are those of a gp3 volume of EBS. */
export function volumeLimits(): Variable[] {
  return [
    text("iops_limit", "IOPS limit", "Requests per second that the volume of a node allows.", "3000"),
    text("mibps_limit", "MiB/s limit", "MiB per second that the volume of a node allows.", "125"),
  ];
}

/** The hosts of $node, for exporters beside ours that listen on another port. */
export function hosts(): Variable {
  return values("host", "Host", 'label_values(cassandra_node_info{instance=~"$node"}, instance)')
    .regex("/^(.+):[0-9]+$/")
    .hide(dashboard.VariableHide.HideVariable);
}

function values(name: string, label: string, query: string): dashboard.QueryVariableBuilder {
  return new dashboard.QueryVariableBuilder(name)
    .label(label)
    .datasource(DATASOURCE)
    .query({ qryType: 1, query, refId: "PrometheusVariableQueryEditor-VariableQuery" })
    .refresh(dashboard.VariableRefresh.OnTimeRangeChanged)
    .sort(dashboard.VariableSort.NaturalAsc)
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
