import { readFileSync } from "node:fs";

export interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary" | "info" | "quantiles";
  readonly labels: readonly string[];
  /** Lines of Cassandra: all, "4.1 to 6.0" or one. */
  readonly lines: string;
  readonly exportedByDefault: boolean;
}

/** A series as a query names it. */
export interface Series extends Metric {
  /** Whether it only grows, so that it makes sense as a rate only. */
  readonly grows: boolean;
  readonly isBucket: boolean;
}

const ALERT_LABELS = ["alertname", "alertstate", "severity", "cluster", "datacenter", "rack", "instance"];
const ALL = { lines: "all", exportedByDefault: true } as const;

/** Metrics of Prometheus itself. */
const OF_PROMETHEUS: readonly Metric[] = [
  { name: "ALERTS", type: "gauge", labels: ALERT_LABELS, ...ALL },
  { name: "up", type: "gauge", labels: [], ...ALL },
  { name: "scrape_duration_seconds", type: "gauge", labels: [], ...ALL },
  { name: "scrape_samples_scraped", type: "gauge", labels: [], ...ALL },
];

/** Recording rules. */
function rules(path: string): { name: string; expr: string }[] {
  const text = readFileSync(path, "utf8");
  return [
    ...text.matchAll(/- record: (\S+)\n\s+expr: (?:\|-?\n)?((?:.*\n)+?)(?=\s*- (?:record|name|alert)|\s*#|\s*$)/g),
  ].map(([, name = "", expr = ""]) => ({ name, expr }));
}

/** Name and labels of a recorded series. A rule that repeats others has the labels of its first selector. */
function recorded({ name, expr }: { name: string; expr: string }): Metric {
  const by =
    /by \(([^)]*)\)/.exec(expr)?.[1] ?? "target_cluster, cluster, datacenter, rack, instance, operation, error";
  return { name, type: "gauge", labels: by.split(", "), ...ALL };
}

/** The catalog as docs/metrics.md has it: name, type and labels first, then the columns that only some tables have. */
export class Metrics {
  private readonly expressions = new Map<string, readonly string[]>();
  private readonly families: string[] = [];
  private readonly byName = new Map<string, Metric>(OF_PROMETHEUS.map((metric) => [metric.name, metric]));

  static ofDocument(path: string, files: readonly string[] = []): Metrics {
    const metrics = new Metrics();
    for (const rule of files.flatMap(rules)) {
      metrics.byName.set(rule.name, recorded(rule));
      metrics.expressions.set(rule.name, [...metrics.rule(rule.name), rule.expr]);
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

  /** Families of the catalog. */
  get exportedByDefault(): readonly string[] {
    return this.families;
  }

  /** The expressions that record a series. */
  rule(name: string): readonly string[] {
    return this.expressions.get(name) ?? [];
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
