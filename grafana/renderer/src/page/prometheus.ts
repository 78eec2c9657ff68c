export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** Pairs of a timestamp, in seconds since the epoch, and a value. */
  readonly samples: readonly (readonly [number, number])[];
}

interface Answered {
  readonly metric: Record<string, string>;
  readonly value?: [number, string];
  readonly values?: [number, string][];
}

export async function askRange(expr: string, fromSeconds: number, toSeconds: number, step: number): Promise<Series[]> {
  // Grafana's data source also aligns the range to the step, so that lines keep their shape when a board refreshes.
  const start = Math.floor(fromSeconds / step) * step;
  const end = Math.floor(toSeconds / step) * step;
  return seriesOf(await ask("query_range", { query: expr, start, end, step }));
}

export async function askNow(expr: string, atSeconds: number): Promise<Series[]> {
  return seriesOf(await ask("query", { query: expr, time: atSeconds }));
}

export async function labelValues(label: string, selector: string, from: number, to: number): Promise<string[]> {
  const found = await ask(`label/${label}/values`, { "match[]": selector, start: from, end: to });
  return found as string[];
}

async function ask(path: string, parameters: Record<string, string | number>): Promise<unknown> {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  const answer = (await (await fetch(`/api/v1/${path}?${query}`)).json()) as {
    status: string;
    data: unknown;
    error?: string;
  };
  if (answer.status !== "success") throw new Error(answer.error ?? "Prometheus reports an error without a message");
  return answer.data;
}

function seriesOf(data: unknown): Series[] {
  const { resultType, result } = data as { resultType: string; result: unknown };
  const answered =
    resultType === "scalar" ? [{ metric: {}, value: result as [number, string] }] : (result as Answered[]);
  return (answered as Answered[]).map(({ metric, value, values }) => ({
    labels: metric,
    samples: (values ?? (value ? [value] : [])).map(([time, text]) => [time, numberOf(text)] as const),
  }));
}

function numberOf(text: string): number {
  return text === "+Inf" ? Infinity : text === "-Inf" ? -Infinity : Number(text);
}
