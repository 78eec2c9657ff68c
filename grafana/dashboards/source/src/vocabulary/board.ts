import * as dashboard from "@grafana/grafana-foundation-sdk/dashboard";
import { allBoards, TAG } from "./links.js";
import type { Panel } from "./panels.js";
import { on } from "./promql.js";
import { DATASOURCE, type NodeChoice, type Variable, common } from "./variables.js";

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface BoardSpec {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  /** Whether $node selects any number of nodes or one; "clusters" for a board without $node. */
  readonly nodes?: NodeChoice;
  /** Variables in addition to those that every board has. */
  readonly variables: readonly Variable[];
  readonly rows: readonly Row[];
}

/** A dashboard as Grafana imports it. */
export type Board = dashboard.Dashboard;

export const row = (title: string, panels: readonly Panel[]): Row => ({ title, panels });

export function board(spec: BoardSpec): Board {
  const builder = new dashboard.DashboardBuilder(`Cassandra / ${spec.title}`)
    .uid(spec.uid)
    .description(spec.description)
    .tags([TAG, "cassandra"])
    .time({ from: "now-3h", to: "now" })
    .timezone("browser")
    .refresh("30s")
    .tooltip(dashboard.DashboardCursorSync.Crosshair)
    .variables([...common(spec.nodes ?? "all"), ...spec.variables])
    .annotations(spec.nodes === "clusters" ? [firing()] : [...moments(), firing()])
    .links([allBoards()]);
  spec.rows.forEach(({ title, panels }, index) => {
    const built = new dashboard.RowBuilder(title);
    if (index === 0) {
      builder.withRow(built);
      for (const panel of panels) builder.withPanel(panel);
      return;
    }
    // Grafana executes the queries of a collapsed row when it is opened.
    for (const panel of panels) built.withPanel(panel);
    builder.withRow(built.collapsed(true));
  });
  return numbered(withoutIntervals(builder.build()));
}

/**
 * Annotations of events that can explain a change in any panel. Grafana marks each step at which the expression is above 0,
 * and uses a step of at least a hundredth of the time range. Each expression is therefore above 0 for one step
 * ($__interval) after the event, so that the event is marked once.
 */
function moments(): dashboard.AnnotationQueryBuilder[] {
  const enabled = on("foreread_read_ahead_enabled");
  const before = `${enabled} offset $__interval`;
  return [
    moment("Read-ahead on", "blue", `(${enabled} == 1) unless on (cluster, instance) (${before} == 1)`),
    moment("Read-ahead off", "orange", `(${before} == 1) and on (cluster, instance) (${enabled} == 0)`),
    moment("Restart", "purple", `${on("process_uptime_seconds")} < 30 + $__interval_ms / 1000`),
  ];
}

/** The annotation of critical alerts. Warnings have none, because those of a whole fleet would cover the panels. */
function firing(): dashboard.AnnotationQueryBuilder {
  return new Moment()
    .name("Critical alert")
    .datasource(DATASOURCE)
    .enable(true)
    .iconColor("red")
    .expr('max by (cluster, alertname) (ALERTS{alertstate="firing", severity="critical", cluster=~"$cluster"})')
    .of("{{alertname}}");
}

class Moment extends dashboard.AnnotationQueryBuilder {
  /** Sets fields that Grafana's Prometheus data source reads and that the schema of dashboards does not define. */
  of(title: string): this {
    Object.assign(this.internal, { step: "5s", titleFormat: title, textFormat: "{{instance}}", tagKeys: "instance" });
    return this;
  }
}

function moment(title: string, color: string, expr: string): dashboard.AnnotationQueryBuilder {
  return new Moment().name(title).datasource(DATASOURCE).enable(true).iconColor(color).expr(expr).of(title);
}

/** Removes fields that the SDK sets on every variable, although only variables of type interval have them. */
function withoutIntervals(built: Board): Board {
  for (const variable of built.templating?.list ?? []) {
    delete variable.auto;
    delete variable.auto_min;
    delete variable.auto_count;
  }
  return built;
}

/** Numbers the panels, because Grafana needs ids that are unique within a board. */
function numbered(built: Board): Board {
  let id = 1;
  for (const panel of built.panels ?? []) {
    panel.id = id++;
    for (const inRow of "panels" in panel ? (panel.panels ?? []) : []) inRow.id = id++;
  }
  return built;
}
