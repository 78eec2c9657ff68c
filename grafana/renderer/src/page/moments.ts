import { intervalsOf, timeRange } from "./intervals.js";
import { askRange } from "./prometheus.js";
import type { Request } from "./request.js";
import type { Variables } from "./variables.js";

/** A period in which an annotation query of the board returned values above 0. All panels over time mark it. */
export interface Moment {
  readonly fromMillis: number;
  readonly toMillis: number;
  readonly title: string;
  readonly color: string;
}

const DEFAULT_STEP = "60s";
/** Grafana queries annotations with about this number of points, regardless of the width of the panels. */
const POINTS = 100;

/** Runs the annotation queries. Like Grafana, it marks values above 0 and joins those that are one step apart. */
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
