import { type DataFrame, type TimeRange, transformDataFrame } from "@grafana/data";
import { lastValueFrom } from "rxjs";
import { seriesFrames, tableFrame } from "./frames.js";
import { heatFrame } from "./heat-frame.js";
import { intervalsOf } from "./intervals.js";
import { askNow, askRange } from "./prometheus.js";
import type { PanelJson, Target } from "./request.js";
import type { Variables } from "./variables.js";

/** Runs the queries of the panel and applies its transformations to the results. */
export async function panelData(
  panel: PanelJson,
  widthPixels: number,
  range: TimeRange,
  variables: Variables,
): Promise<DataFrame[]> {
  const targets = panel.targets ?? [];
  const frames: DataFrame[] = [];
  for (const target of targets) frames.push(...(await answers(target, targets.length, widthPixels, range, variables)));
  return lastValueFrom(transformDataFrame(panel.transformations ?? [], frames));
}

async function answers(
  target: Target,
  targets: number,
  widthPixels: number,
  range: TimeRange,
  variables: Variables,
): Promise<DataFrame[]> {
  const from = range.from.valueOf() / 1000;
  const to = range.to.valueOf() / 1000;
  const minStep = target.interval ? variables.in(target.interval, {}) : undefined;
  const { stepSeconds, rateSeconds } = intervalsOf(range, widthPixels, minStep);
  const expr = variables.in(target.expr, {
    __interval: `${stepSeconds}s`,
    __interval_ms: String(stepSeconds * 1000),
    __rate_interval: `${rateSeconds}s`,
    __range: `${Math.round(to - from)}s`,
  });
  const series = target.instant ? await askNow(expr, to) : await askRange(expr, from, to, stepSeconds);
  if (target.format === "heatmap") return heatFrame(series);
  if (target.format === "table") return series.length > 0 ? [tableFrame(target, series, targets)] : [];
  return seriesFrames(target, series, stepSeconds * 1000);
}
