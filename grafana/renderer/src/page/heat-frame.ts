import { type DataFrame, FieldType, createDataFrame } from "@grafana/data";
import type { Series } from "./prometheus.js";

const LE = "le";

/**
 * Returns one frame with a field for each bucket, in ascending order of the bounds. Prometheus' buckets include all
 * smaller buckets; the fields do not.
 */
export function heatFrame(series: readonly Series[]): DataFrame[] {
  const buckets = series
    .filter(({ labels }) => LE in labels)
    .map(({ labels, samples }) => ({ bound: boundOf(labels[LE]!), counts: new Map(samples) }))
    .sort((left, right) => left.bound - right.bound);
  if (buckets.length === 0) return [];
  const times = [...new Set(buckets.flatMap(({ counts }) => [...counts.keys()]))].sort((left, right) => left - right);
  return [
    createDataFrame({
      fields: [
        { name: "Time", type: FieldType.time, values: times.map((seconds) => seconds * 1000) },
        ...buckets.map(({ bound, counts }, index) => ({
          name: String(bound),
          type: FieldType.number,
          values: times.map((time) => (counts.get(time) ?? 0) - (buckets[index - 1]?.counts.get(time) ?? 0)),
        })),
      ],
    }),
  ];
}

function boundOf(le: string): number {
  return le === "+Inf" ? Infinity : Number(le);
}
