import { readFileSync } from "node:fs";

export interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary" | "info" | "quantiles";
  readonly labels: readonly string[];
  /** The lines of Cassandra that export the metric: "all", a range such as "4.1 to 6.0", or one line. */
  readonly lines: string;
  readonly exportedByDefault: boolean;
}

/** A metric under a name that queries use, such as the name of the buckets of a histogram. */
export interface Series extends Metric {
  /** Whether the value only grows, so that queries must take a rate of it. */
  readonly grows: boolean;
  readonly isBucket: boolean;
}

const WORD = /[a-zA-Z_:][\w:]*/g;
const ALERT_LABELS = ["alertname", "alertstate", "severity", "cluster", "datacenter", "rack", "instance"];
const ALL = { lines: "all", exportedByDefault: true } as const;

/** Metrics of Prometheus itself. */
const OF_PROMETHEUS: readonly Metric[] = [
  { name: "ALERTS", type: "gauge", labels: ALERT_LABELS, ...ALL },
  { name: "up", type: "gauge", labels: [], ...ALL },
  { name: "scrape_duration_seconds", type: "gauge", labels: [], ...ALL },
  { name: "scrape_samples_scraped", type: "gauge", labels: [], ...ALL },
];

/** Names and expressions of the recording rules in a file. */
function rules(path: string): { name: string; expr: string }[] {
  const text = readFileSync(path, "utf8");
  return [
    ...text.matchAll(/- record: (\S+)\n\s+expr: (?:\|-?\n)?((?:.*\n)+?)(?=\s*- (?:record|name|alert)|\s*#|\s*$)/g),
  ].map(([, name = "", expr = ""]) => ({ name, expr }));
}

/** A recorded series. It has the labels of the first `by` of its rule, or all labels of recorded series if there is no `by`. */
function recorded({ name, expr }: { name: string; expr: string }): Metric {
  const by =
    /by \(([^)]*)\)/.exec(expr)?.[1] ?? "target_cluster, cluster, datacenter, rack, instance, operation, error";
  return { name, type: "gauge", labels: by.split(", "), ...ALL };
}

/** All metrics that queries can use: those in the tables of docs/metrics.md, recorded series and metrics of Prometheus. */
export class Metrics {
  private readonly expressions = new Map<string, readonly string[]>();
  private readonly families: string[] = [];
  private readonly byName = new Map<string, Metric>(OF_PROMETHEUS.map((metric) => [metric.name, metric]));

  static ofDocument(path: string, files: readonly string[] = []): Metrics {
    const metrics = new Metrics();
    for (const rule of files.flatMap(rules)) {
      metrics.byName.set(rule.name, recorded(rule));
      metrics.expressions.set(rule.name, [...metrics.expressionsOf(rule.name), rule.expr]);
    }
    let columns: string[] = [];
    for (const line of readFileSync(path, "utf8").split("\n")) {
      const cells = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (cells[0] === "metric") columns = cells;
      const name = /^`(\w+)`$/.exec(cells[0] ?? "")?.[1];
      if (!name) continue;
      const cell = (column: string) => cells[columns.indexOf(column)];
      if (cell("default") !== "no") metrics.families.push(name);
      metrics.byName.set(name, {
        name,
        type: (cell("type") ?? "gauge") as Metric["type"],
        labels: (cell("labels") ?? "").split(", ").filter(Boolean),
        lines: cell("Cassandra") ?? "all",
        exportedByDefault: cell("default") !== "no",
      });
    }
    return metrics;
  }

  /** Families of docs/metrics.md that are exported by default. */
  get exportedByDefault(): readonly string[] {
    return this.families;
  }

  /** The expressions that record a series. */
  expressionsOf(name: string): readonly string[] {
    return this.expressions.get(name) ?? [];
  }

  /** The words of expressions and of the expressions that record their series. They include all names of metrics. */
  wordsOf(expressions: readonly string[]): ReadonlySet<string> {
    const words = new Set<string>();
    const read = (expr: string) => {
      for (const [word] of expr.matchAll(WORD)) {
        if (words.has(word)) continue;
        words.add(word);
        this.expressionsOf(word).forEach(read);
      }
    };
    expressions.forEach(read);
    return words;
  }

  get size(): number {
    return this.byName.size;
  }

  series(name: string): Series | undefined {
    const metric = this.byName.get(name);
    if (metric) {
      const distribution = metric.type === "histogram" || metric.type === "summary";
      return distribution ? undefined : { ...metric, grows: metric.type === "counter", isBucket: false };
    }
    const [, family, part] = /^(\w+)_(bucket|sum|count)$/.exec(name) ?? [];
    const distribution = family === undefined ? undefined : this.byName.get(family);
    if (!distribution) return undefined;
    const isBucket = part === "bucket";
    if (distribution.type !== "histogram" && (isBucket || distribution.type !== "summary")) return undefined;
    return { ...distribution, grows: true, isBucket };
  }
}
