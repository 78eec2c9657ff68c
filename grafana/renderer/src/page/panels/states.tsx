import { type DataFrame, type DisplayValue, FieldType, type GrafanaTheme2, type TimeRange } from "@grafana/data";
import { LegendDisplayMode } from "@grafana/schema";
import { VizLegend } from "@grafana/ui";
import { configured } from "../field-config.js";
import type { Drawing } from "../drawing.js";
import { MomentMarks } from "./moment-marks.js";
import { TimeAxis } from "./time-axis.js";

const NAMES_PIXELS = 170;
const LEGEND_PIXELS = 26;
const AXIS_PIXELS = 22;
const CHARACTER_PIXELS = 8;

interface State {
  readonly fromMillis: number;
  readonly toMillis: number;
  readonly shown: DisplayValue;
}

interface Lane {
  readonly name: string;
  readonly states: readonly State[];
}

/**
 * A state timeline: a lane for each series, with a bar for each period in which its value stays the same. Grafana's
 * packages contain no state timeline.
 */
export function StatesPanel({ panel, frames, range, moments, theme, width, height }: Drawing) {
  const lanes = configured(frames, panel.fieldConfig, theme).map(laneOf);
  const laneHeight = (height - LEGEND_PIXELS - AXIS_PIXELS) / lanes.length;
  const barHeight = laneHeight * (panel.options.rowHeight ?? 0.9);
  return (
    <>
      <div style={{ position: "relative", height: laneHeight * lanes.length }}>
        {lanes.map(({ name, states }) => (
          <div key={name} style={{ display: "flex", alignItems: "center", height: laneHeight }}>
            <div style={{ ...NAME, width: NAMES_PIXELS, fontSize: Math.min(12, laneHeight) }}>{name}</div>
            <Bars {...{ states, range, theme, height: barHeight, width: width - NAMES_PIXELS }} />
          </div>
        ))}
        <MomentMarks
          {...{
            moments,
            range,
            theme,
            left: NAMES_PIXELS,
            width: width - NAMES_PIXELS,
            height: laneHeight * lanes.length,
          }}
        />
      </div>
      <TimeAxis {...{ range, theme, left: NAMES_PIXELS, width: width - NAMES_PIXELS, height: AXIS_PIXELS }} />
      <VizLegend items={legendOf(lanes)} placement="bottom" displayMode={LegendDisplayMode.List} />
    </>
  );
}

const NAME = {
  boxSizing: "border-box",
  flexShrink: 0,
  paddingRight: 8,
  textAlign: "right",
  overflow: "hidden",
  whiteSpace: "nowrap",
} as const;

interface BarsProps {
  readonly states: readonly State[];
  readonly range: TimeRange;
  readonly theme: GrafanaTheme2;
  readonly width: number;
  readonly height: number;
}

function Bars({ states, range, theme, width, height }: BarsProps) {
  const from = range.from.valueOf();
  const to = range.to.valueOf();
  const pixels = width / (to - from);
  return (
    <div style={{ position: "relative", width, height }}>
      {states.map(({ fromMillis, toMillis, shown }) => {
        // The last state can end after the range.
        const wide = (Math.min(to, toMillis) - fromMillis) * pixels;
        const background = theme.visualization.getColorByName(shown.color ?? "blue");
        const fits = shown.text.length * CHARACTER_PIXELS < wide && height > 12;
        return (
          <div key={fromMillis} style={{ ...BAR, background, left: (fromMillis - from) * pixels, width: wide, height }}>
            {fits && (
              <span style={{ color: theme.colors.getContrastText(background), paddingLeft: 4, fontSize: 12 }}>
                {shown.text}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

const BAR = { position: "absolute", display: "flex", alignItems: "center", opacity: 0.85 } as const;

function laneOf({ fields }: DataFrame): Lane {
  const times = fields.find(({ type }) => type === FieldType.time);
  const values = fields.find(({ type }) => type === FieldType.number);
  const states: State[] = [];
  const step = times?.config.interval ?? 0;
  values?.values.forEach((value: number | null, index) => {
    if (value === null || !values.display) return;
    const time: number = times?.values[index];
    const shown = values.display(value);
    const last = states.at(-1);
    if (last && last.toMillis === time && last.shown.text === shown.text)
      states[states.length - 1] = { ...last, toMillis: time + step };
    else states.push({ fromMillis: time, toMillis: time + step, shown });
  });
  return { name: values?.config.displayNameFromDS ?? "", states };
}

function legendOf(lanes: readonly Lane[]) {
  const words = new Map(lanes.flatMap(({ states }) => states.map(({ shown }) => [shown.text, shown.color] as const)));
  return [...words].map(([label, color]) => ({ label, color, yAxis: 1 }));
}
