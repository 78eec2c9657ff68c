import type { GrafanaTheme2, TimeRange } from "@grafana/data";
import type { Moment } from "../moments.js";

interface Props {
  readonly moments: readonly Moment[];
  readonly range: TimeRange;
  readonly theme: GrafanaTheme2;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Draws the dashed lines of MomentLines in a panel that does not use Grafana's graph. */
export function MomentMarks({ moments, range, theme, left, width, height }: Props) {
  const from = range.from.valueOf();
  const pixels = width / (range.to.valueOf() - from);
  return (
    <>
      {moments
        .filter(({ fromMillis }) => fromMillis >= from)
        .map(({ fromMillis, title, color }, index) => (
          <div
            key={index}
            title={title}
            style={{
              position: "absolute",
              top: 0,
              left: left + (fromMillis - from) * pixels,
              height,
              borderLeft: `1px dashed ${theme.visualization.getColorByName(color)}`,
            }}
          />
        ))}
    </>
  );
}
