import * as dashboard from "@grafana/grafana-foundation-sdk/dashboard";
import type { Query } from "./spec.js";

/** The tag of all boards, by which the menu of each board finds the others. */
export const TAG = "foreread";

const TIME = "${__url_time_range}&${datasource:queryparam}&${min_step:queryparam}";
const KEEP = `${TIME}&\${cluster:queryparam}`;

/** A menu of all boards, which keeps the time range and the variables. */
export function allBoards(): dashboard.DashboardLinkBuilder {
  return new dashboard.DashboardLinkBuilder("Foreread boards")
    .type(dashboard.DashboardLinkType.Dashboards)
    .tags([TAG])
    .icon("external link")
    .tooltip("All boards, at the same time range and with the same choice of nodes")
    .asDropdown(true)
    .includeVars(true)
    .keepTime(true);
}

/** Links from a series to the board of its cluster, node or table, if legends contain the name of one. */
export function seriesLinks(queries: readonly Query[], ofTable = false): dashboard.DashboardLinkBuilder[] {
  const legends = queries.map(({ legend }) => legend).join();
  const label = (name: string) => (ofTable ? `\${__data.fields.${name}}` : `\${__field.labels.${name}}`);
  const links: dashboard.DashboardLinkBuilder[] = [];
  if (/^\{\{cluster\}\}$/.test(legends))
    links.push(to(`Cluster ${label("cluster")}`, `/d/foreread-cluster?var-cluster=${label("cluster")}&${TIME}`));
  if (legends.includes("{{instance}}"))
    links.push(to(`Node ${label("instance")}`, `/d/foreread-node?var-node=${label("instance")}&${KEEP}`));
  if (legends.includes("{{table}}"))
    links.push(
      to(
        `Table ${label("keyspace")}.${label("table")}`,
        `/d/foreread-table?var-keyspace=${label("keyspace")}&var-table=${label("table")}&${KEEP}&\${node:queryparam}`,
      ),
    );
  return links;
}

function to(title: string, url: string): dashboard.DashboardLinkBuilder {
  return new dashboard.DashboardLinkBuilder(title).type(dashboard.DashboardLinkType.Link).url(url);
}
