import { type DataFrame, FieldType, applyNullInsertThreshold } from "@grafana/data";
import {
  AxisPlacement,
  BarAlignment,
  GraphDrawStyle,
  GraphGradientMode,
  GraphThresholdsStyleMode,
  LineInterpolation,
  ScaleDistribution,
  StackingMode,
  VisibilityMode,
} from "@grafana/schema";
import { TimeSeries } from "@grafana/ui";
import { TIME_ZONE, configured } from "../field-config.js";
import type { Drawing } from "../drawing.js";
import { MomentLines } from "./moment-lines.js";

/** Grafana's defaults for a time series panel that does not set these properties. */
const DEFAULTS = {
  drawStyle: GraphDrawStyle.Line,
  lineInterpolation: LineInterpolation.Linear,
  lineWidth: 1,
  fillOpacity: 0,
  gradientMode: GraphGradientMode.None,
  barAlignment: BarAlignment.Center,
  barWidthFactor: 0.6,
  spanNulls: false,
  insertNulls: false,
  showPoints: VisibilityMode.Auto,
  pointSize: 5,
  stacking: { mode: StackingMode.None, group: "A" },
  axisPlacement: AxisPlacement.Auto,
  axisLabel: "",
  axisCenteredZero: false,
  axisBorderShow: false,
  scaleDistribution: { type: ScaleDistribution.Linear },
  hideFrom: { tooltip: false, viz: false, legend: false },
  thresholdsStyle: { mode: GraphThresholdsStyleMode.Off },
};

/** A time series panel, drawn by Grafana's component. */
export function TrendPanel({ panel, frames, range, moments, theme, width, height }: Drawing) {
  const gaps = (frame: DataFrame) => applyNullInsertThreshold({ frame });
  const drawn = configured(frames.filter(hasNumbers).map(gaps), panel.fieldConfig, theme, DEFAULTS);
  return (
    <TimeSeries
      frames={drawn}
      structureRev={1}
      timeRange={range}
      timeZone={TIME_ZONE}
      width={width}
      height={height}
      legend={panel.options.legend}
      options={panel.options}
    >
      {(config) => <MomentLines config={config} moments={moments} theme={theme} />}
    </TimeSeries>
  );
}

function hasNumbers({ fields }: DataFrame): boolean {
  return fields.some(({ type, values }) => type === FieldType.number && values.length > 0);
}
