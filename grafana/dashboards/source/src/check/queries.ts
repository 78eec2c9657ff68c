import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";
import { type DashboardFile, type Panel, annotationsOf, panelsOf } from "./dashboard-file.js";
import type { Metrics, Series } from "./metrics.js";

const FUNCTIONS_OF_COUNTERS = new Set(["rate", "irate", "increase"]);
const COMMON_LABELS = new Set(["__name__", "cluster", "target_cluster", "instance", "job", "le"]);

/** Breaches in all queries of a board: syntax errors, and names, types or labels that the catalog of metrics does not have. */
export function queryBreaches(board: DashboardFile, metrics: Metrics): string[] {
  const inPanels = panelsOf(board).flatMap((panel) =>
    (panel.targets ?? []).flatMap(({ refId, expr }) =>
      breaches(expr ?? "", metrics, panel).map((breach) => `panel "${panel.title}", query ${refId}: ${breach}`),
    ),
  );
  const inAnnotations = annotationsOf(board).flatMap(({ name, expr }) =>
    breaches(expr ?? "", metrics).map((breach) => `annotation "${name}": ${breach}`),
  );
  return [...inPanels, ...inAnnotations];
}

function breaches(written: string, metrics: Metrics, panel?: Panel): string[] {
  const expr = substituted(written);
  const tree = parser.parse(expr);
  const error = nodes(tree, "⚠")[0];
  if (error) return [`does not parse at "${expr.slice(Math.max(0, error.from - 20), error.from + 20)}"`];
  const text = (node: SyntaxNode) => expr.slice(node.from, node.to);
  const known = nodes(tree, "VectorSelector").flatMap((selector) => {
    const name = selector.getChild("Identifier");
    if (!name) return [];
    return [{ selector, name: text(name), series: metrics.series(text(name)) }];
  });
  const labels = new Set([...COMMON_LABELS, ...known.flatMap(({ series }) => series?.labels ?? [])]);
  const usesNodeExporter = known.some(({ name }) => name.startsWith("node_"));
  const ofBuckets = (call: SyntaxNode) =>
    known.some(({ selector, series }) => series?.isBucket && selector.from >= call.from && selector.to <= call.to);
  return [
    ...nodes(tree, "FunctionCall")
      .filter((call) => text(call.firstChild as SyntaxNode) === "histogram_quantile" && !ofBuckets(call))
      .map(() => "histogram_quantile of a series that has no buckets"),
    ...known.flatMap(({ selector, name, series }) => {
      if (name.startsWith("node_"))
        return panel?.description?.includes("node_exporter")
          ? []
          : [`${name} is of node_exporter, which the description does not mention`];
      if (!series) return [`${name} is not in the catalog, or is not the name of a series`];
      return [
        ...misused(selector, name, series, text),
        ...matchers(selector, text)
          .filter((label) => !COMMON_LABELS.has(label) && !series.labels.includes(label))
          .map((label) => `${name} has no label ${label}`),
        ...notNarrowed(name, matchers(selector, text)),
        ...(panel ? unexplained(series, panel) : []),
      ];
    }),
    ...(mixesRecordedAndScraped(panel) || usesNodeExporter
      ? []
      : nodes(tree, "GroupingLabels")
          .filter((grouping) => ["By", "On"].includes(grouping.prevSibling?.name ?? ""))
          .map((grouping) => grouping.getChildren("LabelName").map(text))
          .filter((named) => !named.includes("cluster") && !named.includes("target_cluster"))
          .map((named) => `grouping by (${named.join(", ")}) merges clusters with equal names of nodes`)),
    ...(usesNodeExporter || !known.length
      ? []
      : nodes(tree, "GroupingLabels")
          .flatMap((grouping) => grouping.getChildren("LabelName"))
          .map(text)
          .filter((label) => !labels.has(label))
          .map((label) => `no metric of the query has the label ${label}`)),
  ];
}

/**
 * Whether a panel is a table of recorded and other series. Their label `cluster` can differ: it is the Cassandra cluster in
 * recorded series and a label of the target in others. Grafana merges rows by the labels that all queries have, so queries
 * of such a table do not group by `cluster`.
 */
function mixesRecordedAndScraped(panel?: Panel): boolean {
  const all = panel?.targets?.map(({ expr }) => expr ?? "") ?? [];
  const areRecorded = all.map((expr) => /\w:\w/.test(expr));
  return panel?.type === "table" && areRecorded.includes(true) && areRecorded.includes(false);
}

function misused(selector: SyntaxNode, name: string, series: Series, text: (node: SyntaxNode) => string): string[] {
  const matrix = selector.parent?.name === "MatrixSelector";
  const called = matrix ? functionAround(selector, text) : undefined;
  const found: string[] = [];
  if (series.grows && !(called && FUNCTIONS_OF_COUNTERS.has(called)))
    found.push(`${name} only grows: take a rate of it`);
  if (!series.grows && called && FUNCTIONS_OF_COUNTERS.has(called))
    found.push(`${called} of ${name}, which is a ${series.type}`);
  if (series.isBucket && !keepsLe(selector, text)) found.push(`le of ${name} is lost before histogram_quantile`);
  return found;
}

/** Whether every aggregation of a bucket keeps le, or a matcher selects its value. */
function keepsLe(selector: SyntaxNode, text: (node: SyntaxNode) => string): boolean {
  if (matchers(selector, text).includes("le")) return true;
  let keeps = true;
  for (let node = selector.parent; node; node = node.parent) {
    if (node.name === "FunctionCall" && text(node.firstChild as SyntaxNode) === "histogram_quantile") return keeps;
    if (node.name !== "AggregateExpr") continue;
    const grouping = node.getChild("AggregateModifier")?.getChild("GroupingLabels");
    keeps &&= grouping ? grouping.getChildren("LabelName").map(text).includes("le") : false;
  }
  return keeps;
}

function functionAround(selector: SyntaxNode, text: (node: SyntaxNode) => string): string | undefined {
  for (let node = selector.parent; node; node = node.parent)
    if (node.name === "FunctionCall") return text(node.firstChild as SyntaxNode);
  return undefined;
}

function matchers(selector: SyntaxNode, text: (node: SyntaxNode) => string): string[] {
  return (selector.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? []).map((matcher) =>
    text(matcher.firstChild as SyntaxNode),
  );
}

/** Recorded series are narrowed by $cluster, scraped ones by $target_cluster, because clusters can have nodes of the same name. */
function notNarrowed(name: string, labels: readonly string[]): string[] {
  if (["foreread_node_up", "up", "instance:cassandra_target:up"].includes(name)) return [];
  const recorded = /:|^ALERTS$/.test(name);
  const found: string[] = [];
  if (!recorded && !labels.includes("instance")) found.push(`${name} is not narrowed by $node`);
  if (!labels.includes("cluster"))
    found.push(`${name} is not narrowed by ${recorded ? "$cluster" : "$target_cluster"}`);
  return found;
}

/** Breaches of a panel whose description does not mention the releases or settings that a series needs. */
function unexplained(series: Series, panel: Panel): string[] {
  const description = panel.description ?? "";
  const first = /^([\d.]+) to 6\.0$/.exec(series.lines)?.[1] ?? (series.lines === "6.0" ? "6.0" : undefined);
  const found: string[] = [];
  if (first && !description.includes(`Cassandra ${first} and later`))
    found.push(`${series.name} is exported from ${first} on, and the description does not say so`);
  if (!first && series.lines !== "all" && !description.includes(`Cassandra ${series.lines} only`))
    found.push(`${series.name} is exported in ${series.lines} only, and the description does not say so`);
  const table = series.name.startsWith("cassandra_table_") && series.isBucket;
  if (table && !description.includes("metrics.table.distributions"))
    found.push(`${series.name}_bucket needs metrics.table.distributions, and the description does not say so`);
  if (!series.exportedByDefault && !/metrics[.](node|table)[.]include/.test(description))
    found.push(`${series.name} is not exported by default, and the description does not say so`);
  return found;
}

/** Replaces Grafana's variables by values that the parser accepts. */
export function substituted(expr: string): string {
  return expr
    .replaceAll("$__rate_interval", "1m")
    .replaceAll("$__range", "1h")
    .replaceAll("$__interval_ms", "15000")
    .replaceAll("$__interval", "15s")
    .replace(/\$(top|iops_limit|mibps_limit)\b/g, "10");
}

function nodes(tree: Tree, name: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  tree.iterate({
    enter: (node) => {
      if (node.name === name) found.push(node.node);
    },
  });
  return found;
}
