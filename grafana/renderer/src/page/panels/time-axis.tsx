import { type GrafanaTheme2, type TimeRange, dateTimeFormat, rangeUtil } from "@grafana/data";
import { TIME_ZONE } from "../field-config.js";

const TICK_PIXELS = 90;
const LABEL_PIXELS = 54;

interface Props {
  readonly range: TimeRange;
  readonly theme: GrafanaTheme2;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** A time axis with labels at round times, for a panel that does not use Grafana's graph. */
export function TimeAxis({ range, theme, left, width, height }: Props) {
  const from = range.from.valueOf();
  const to = range.to.valueOf();
  const apart = rangeUtil.roundInterval(((to - from) * TICK_PIXELS) / width);
  const first = Math.ceil(from / apart) * apart;
  // The right half of the last label must fit.
  const count = Math.floor((to - (LABEL_PIXELS / 2) * ((to - from) / width) - first) / apart) + 1;
  const format = apart < 60_000 ? "HH:mm:ss" : "HH:mm";
  return (
    <div style={{ position: "relative", left, width, height, fontSize: 12, color: theme.colors.text.primary }}>
      {Array.from({ length: count }, (_, index) => first + index * apart).map((time) => (
        <span
          key={time}
          style={{
            position: "absolute",
            top: 4,
            left: ((time - from) * width) / (to - from),
            transform: "translateX(-50%)",
          }}
        >
          {dateTimeFormat(time, { timeZone: TIME_ZONE, format })}
        </span>
      ))}
    </div>
  );
}
