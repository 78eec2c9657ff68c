import { type DashboardFile, expressionsOf } from "./dashboard-file.js";
import type { Metrics } from "./metrics.js";

/** Families that are exported by default and that no board needs to show, with the reason. */
export const NOT_CHARTED: Readonly<Record<string, string>> = {
  process_start_time_seconds: "boards show process_uptime_seconds instead, and alerts count changes of the start time",
};

/** Families that are exported by default and that no panel shows, directly or through recording rules. */
export function notCharted(boards: readonly DashboardFile[], metrics: Metrics): string[] {
  const words = metrics.wordsOf(boards.flatMap(expressionsOf));
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
