import { intervalsOf, timeRange } from "./intervals.js";
import { askRange } from "./prometheus.js";
import type { Request } from "./request.js";
import type { Variables } from "./variables.js";

/** Of a board's annotations: something that happened, in all panels. */
export interface Moment {
  readonly fromMillis: number;
  readonly toMillis: number;
  readonly title: string;
  readonly color: string;
}

const DEFAULT_STEP = "60s";
/** Grafana asks for that many however wide the panels are. */
const POINTS = 100;

/** Where the queries of annotations are above 0, which is what Grafana marks; those a step apart are one. */
export async function momentsOf(request: Request, variables: Variables): Promise<Moment[]> {
  const moments: Moment[] = [];
  for (const { name, expr, step = DEFAULT_STEP, iconColor, enable } of request.board.annotations.list) {
    if (!expr || !enable) continue;
    const { stepSeconds } = intervalsOf(timeRange(request.fromMillis, request.toMillis), POINTS, step);
    const series = await askRange(
      variables.in(expr, { __interval: `${stepSeconds}s`, __interval_ms: String(stepSeconds * 1000) }),
      request.fromMillis / 1000,
      request.toMillis / 1000,
      stepSeconds,
    );
    for (const { samples } of series) {
      const times = samples.filter(([, value]) => value > 0).map(([seconds]) => seconds * 1000);
      for (const [fromMillis, toMillis] of runs(times, stepSeconds * 1000))
        moments.push({ fromMillis, toMillis, title: name, color: iconColor });
    }
  }
  return moments;
}

function runs(times: readonly number[], step: number): [number, number][] {
  const runs: [number, number][] = [];
  for (const time of times) {
    const last = runs.at(-1);
    if (last && last[1] + step >= time) last[1] = time;
    else runs.push([time, time]);
  }
  return runs;
}
