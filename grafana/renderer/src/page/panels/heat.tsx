import { type DataFrame, FieldType, getValueFormat, formattedValueToString } from "@grafana/data";
import { useLayoutEffect, useRef } from "react";
import type { Drawing } from "../drawing.js";
import { MomentMarks } from "./moment-marks.js";
import { TimeAxis } from "./time-axis.js";
import { blue, legendGradient } from "./heat-colors.js";

const LABELS_PIXELS = 76;
const AXIS_PIXELS = 22;
const LEGEND_PIXELS = 22;
const LABEL_PIXELS = 14;
const GAP_PIXELS = 1;

interface Heat {
  readonly times: readonly number[];
  readonly bounds: readonly number[];
  /** Indexed by bucket, then by time. */
  readonly counts: readonly (readonly number[])[];
  readonly maxCount: number;
}

/** A heat map: counts of buckets over time. Lower counts are darker. Grafana's packages contain no heat map. */
export function HeatPanel({ panel, frames, range, moments, theme, width, height }: Drawing) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const heat = heatOf(frames[0]!);
  const plotWidth = width - LABELS_PIXELS;
  const plotHeight = height - AXIS_PIXELS - LEGEND_PIXELS;
  const bucketHeight = plotHeight / heat.bounds.length;
  const exponent = panel.options.color?.exponent ?? 0.5;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    const from = range.from.valueOf();
    const pixels = plotWidth / (range.to.valueOf() - from);
    const step = (heat.times[1] ?? range.to.valueOf()) - (heat.times[0] ?? from);
    heat.counts.forEach((counts, bucket) =>
      counts.forEach((count, index) => {
        if (count <= (panel.options.filterValues?.le ?? 0) || !context) return;
        context.fillStyle = blue((count / heat.maxCount) ** exponent);
        // The increase at a time covers the step before it.
        const left = (heat.times[index]! - step - from) * pixels;
        const top = plotHeight - (bucket + 1) * bucketHeight;
        context.fillRect(left, top, Math.max(1, step * pixels - GAP_PIXELS), Math.max(1, bucketHeight - GAP_PIXELS));
      }),
    );
  }, []);
  const every = Math.max(1, Math.ceil(LABEL_PIXELS / bucketHeight));
  const unit = panel.options.yAxis?.unit ?? "short";
  return (
    <>
      <div style={{ position: "relative", height: plotHeight }}>
        {heat.bounds.map((bound, bucket) =>
          bucket % every === 0 ? (
            <span
              key={bound}
              style={{ ...LABEL, top: plotHeight - (bucket + 1) * bucketHeight - LABEL_PIXELS / 2 + 1 }}
            >
              {textOf(bound, unit)}
            </span>
          ) : null,
        )}
        <canvas
          ref={canvas}
          width={plotWidth}
          height={plotHeight}
          style={{ position: "absolute", left: LABELS_PIXELS, background: theme.colors.background.canvas }}
        />
        <MomentMarks {...{ moments, range, theme, left: LABELS_PIXELS, width: plotWidth, height: plotHeight }} />
      </div>
      <TimeAxis {...{ range, theme, left: LABELS_PIXELS, width: plotWidth, height: AXIS_PIXELS }} />
      <div style={{ display: "flex", gap: 6, alignItems: "center", paddingLeft: LABELS_PIXELS, fontSize: 12 }}>
        0 <div style={{ width: 160, height: 8, background: legendGradient(exponent) }} />{" "}
        {textOf(heat.maxCount, "short")}
      </div>
    </>
  );
}

const LABEL = {
  position: "absolute",
  width: LABELS_PIXELS - 6,
  textAlign: "right",
  fontSize: 11,
  lineHeight: `${LABEL_PIXELS}px`,
} as const;

/** Leaves out the empty buckets at both ends, except one at each end. */
function heatOf(frame: DataFrame): Heat {
  const buckets = frame.fields.filter(({ type }) => type === FieldType.number);
  const filled = buckets.map(({ values }) => values.some((count: number) => count > 1e-9));
  const first = Math.max(0, filled.indexOf(true) - 1);
  const kept = buckets.slice(first, filled.lastIndexOf(true) + 2);
  const counts = kept.map(({ values }) => [...values] as number[]);
  return {
    times: [...(frame.fields[0]?.values ?? [])],
    bounds: kept.map(({ name }) => Number(name)),
    counts,
    maxCount: Math.max(1e-9, ...counts.flat()),
  };
}

function textOf(value: number, unit: string): string {
  return value === Infinity ? "∞" : formattedValueToString(getValueFormat(unit)(value));
}
