import { type TimeRange, dateTime, rangeUtil } from "@grafana/data";

/** Grafana's default, for a query that names no min step. */
const SCRAPE_SECONDS = 15;

export interface Intervals {
  /** Of a range query. */
  readonly stepSeconds: number;
  /** Of {@code rate}: wide enough that no sample is left out and that it holds four scrapes. */
  readonly rateSeconds: number;
}

/** As Grafana has them for a panel of that width. */
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
