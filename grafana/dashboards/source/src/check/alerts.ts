import { NODE_INFO } from "../vocabulary/promql.js";
import { NOT_CHARTED } from "./charts.js";
import { type DashboardFile, expressionsOf, variablesOf } from "./dashboard-file.js";
import type { Metrics } from "./metrics.js";

interface Alert {
  readonly name: string;
  readonly expr: string;
  /** The part of `dashboard_url` after `/d/`. */
  readonly url: string;
}

/** Series that show whether a node exists and is scraped. Alerts join them, whatever they are about. */
const IDENTITY = [NODE_INFO, "cluster:cassandra_nodes:count", "instance:cassandra_target:up", "up"];

/**
 * Alerts in the text of a file of rules whose `dashboard_url` leads to a board that shows none of the metrics of the alert, directly or
 * through recording rules, or that lacks a variable of the URL.
 */
export function alertBreaches(rules: string, boards: readonly DashboardFile[], metrics: Metrics): string[] {
  const identity = families(IDENTITY, metrics);
  return alertsOf(rules).flatMap(({ name, expr, url }) => {
    const [uid = ""] = url.split("?");
    const board = boards.find((one) => one.uid === uid);
    if (!board) return [`${name} links to the board ${uid}, which does not exist`];
    const used = [...families([expr], metrics)];
    const own = used.filter((family) => !identity.has(family));
    // An alert without scraped metrics of its own is about the identity of nodes.
    const wanted = own.some((family) => !family.includes(":"))
      ? own.filter((family) => !(family in NOT_CHARTED))
      : used;
    const shown = families(expressionsOf(board), metrics);
    const has = new Set(variablesOf(board).map((variable) => variable.name));
    return [
      ...(!wanted.length || wanted.some((family) => shown.has(family))
        ? []
        : [`${name} links to the board ${uid}, which shows none of its metrics: ${wanted.join(", ")}`]),
      ...[...url.matchAll(/[?&]var-(\w+)=/g)]
        .map(([, variable = ""]) => variable)
        .filter((variable) => !has.has(variable))
        .map((variable) => `${name} sets ${variable}, which the board ${uid} does not have`),
    ];
  });
}

function alertsOf(rules: string): Alert[] {
  return rules
    .split(/^ +- alert: /m)
    .slice(1)
    .map((text) => ({
      name: /^\w+/.exec(text)?.[0] ?? "",
      expr: /^ +expr: (?:\|-\n)?([^]*?)\n +(?:for|labels):/m.exec(text)?.[1] ?? "",
      url: /^ +dashboard_url: .*\/d\/([^']*)'/m.exec(text)?.[1] ?? "",
    }));
}

/**
 * The metrics in expressions and in the rules that record their series. The metrics of node_exporter count as one: they are not in the
 * catalog, and only one board has some of them.
 */
function families(expressions: readonly string[], metrics: Metrics): Set<string> {
  return new Set(
    [...metrics.wordsOf(expressions)].flatMap((word) => {
      if (/^(node|foreread_host)_/.test(word)) return ["node_exporter"];
      return metrics.series(word) ? [word.replace(/_(bucket|sum|count)$/, "")] : [];
    }),
  );
}
