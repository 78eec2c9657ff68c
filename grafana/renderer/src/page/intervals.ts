import { type TimeRange, dateTime, rangeUtil } from "@grafana/data";

/** Grafana's default scrape interval, used for a query without a min step. */
const SCRAPE_SECONDS = 15;

export interface Intervals {
  /** The step of a range query. */
  readonly stepSeconds: number;
  /** The range for rate(): at least four scrapes, and one scrape longer than the step, so that it omits no increase. */
  readonly rateSeconds: number;
}

/** Calculates the intervals as Grafana does for a panel of this width. */
export function intervalsOf(range: TimeRange, widthPixels: number, minStep: string | undefined): Intervals {
  const scrapeSeconds = minStep ? rangeUtil.intervalToSeconds(minStep) : SCRAPE_SECONDS;
  const { intervalMs } = rangeUtil.calculateInterval(range, widthPixels, `${scrapeSeconds}s`);
  const stepSeconds = Math.max(intervalMs / 1000, scrapeSeconds);
  return { stepSeconds, rateSeconds: Math.max(stepSeconds + scrapeSeconds, 4 * scrapeSeconds) };
}

export function timeRange(fromMillis: number, toMillis: number): TimeRange {
  const from = dateTime(fromMillis);
  const to = dateTime(toMillis);
  return { from, to, raw: { from, to } };
}
