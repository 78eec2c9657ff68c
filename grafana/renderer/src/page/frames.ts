import { type DataFrame, FieldType, createDataFrame } from "@grafana/data";
import type { Series } from "./prometheus.js";
import type { Target } from "./request.js";

/** Returns one frame for each series, like Grafana's Prometheus data source. */
export function seriesFrames(target: Target, series: readonly Series[], stepMillis: number): DataFrame[] {
  return series.map(({ labels, samples }) =>
    createDataFrame({
      refId: target.refId,
      fields: [
        {
          name: "Time",
          type: FieldType.time,
          config: { interval: stepMillis },
          values: samples.map(([seconds]) => seconds * 1000),
        },
        {
          name: "Value",
          type: FieldType.number,
          labels: { ...labels },
          config: { displayNameFromDS: legendOf(target.legendFormat, labels) },
          values: samples.map(([, value]) => (Number.isNaN(value) ? null : value)),
        },
      ],
    }),
  );
}

/** Returns one frame with a row for each series and a column for each label. */
export function tableFrame(target: Target, series: readonly Series[], targets: number): DataFrame {
  const names = [...new Set(series.flatMap(({ labels }) => Object.keys(labels)))].sort();
  return createDataFrame({
    refId: target.refId,
    fields: [
      { name: "Time", type: FieldType.time, values: series.map(({ samples }) => (samples[0]?.[0] ?? 0) * 1000) },
      ...names.map((name) => ({
        name,
        type: FieldType.string,
        config: { filterable: true },
        values: series.map(({ labels }) => labels[name] ?? ""),
      })),
      {
        name: targets > 1 ? `Value #${target.refId}` : "Value",
        type: FieldType.number,
        values: series.map(({ samples }) => samples[0]?.[1] ?? null),
      },
    ],
  });
}

export function legendOf(format: string | undefined, labels: Readonly<Record<string, string>>): string {
  if (format) return format.replace(/\{\{\s*(.+?)\s*\}\}/g, (_, name: string) => labels[name] ?? "");
  const { __name__: name = "", ...others } = labels;
  const listed = Object.entries(others).map(([label, value]) => `${label}="${value}"`);
  return `${name}{${listed.join(", ")}}`;
}
