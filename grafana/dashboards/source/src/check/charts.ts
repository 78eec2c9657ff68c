import { type DashboardFile, panelsOf } from "./dashboard-file.js";
import type { Metrics } from "./metrics.js";

/** Families that are exported by default and that no board needs to show, with the reason. */
const NOT_CHARTED: Readonly<Record<string, string>> = {
  process_start_time_seconds: "boards show process_uptime_seconds instead, and alerts count changes of the start time",
};
const WORD = /[a-zA-Z_:][\w:]*/g;

/** Families that are exported by default and that no panel shows, directly or through recording rules. */
export function notCharted(boards: readonly DashboardFile[], metrics: Metrics): string[] {
  const expressions = boards
    .flatMap(panelsOf)
    .flatMap(({ targets }) => targets ?? [])
    .map(({ expr }) => expr ?? "");
  const words = new Set<string>();
  const read = (expr: string) => {
    for (const [word] of expr.matchAll(WORD)) {
      if (words.has(word)) continue;
      words.add(word);
      metrics.expressionsOf(word).forEach(read);
    }
  };
  expressions.forEach(read);
  const isCharted = (name: string) => ["", "_bucket", "_sum", "_count"].some((suffix) => words.has(name + suffix));
  return [
    ...metrics.exportedByDefault
      .filter((name) => !isCharted(name) && !(name in NOT_CHARTED))
      .map((name) => `${name} is exported by default, and no panel shows it`),
    ...Object.keys(NOT_CHARTED)
      .filter(isCharted)
      .map((name) => `${name} is on a board, so NOT_CHARTED must not list it`),
  ];
}
