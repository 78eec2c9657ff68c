import type { GrafanaTheme2 } from "@grafana/data";
import type { UPlotConfigBuilder } from "@grafana/ui";
import { useLayoutEffect } from "react";
import type uPlot from "uplot";
import type { Moment } from "../moments.js";

const DASH_PIXELS = [4, 4];
const BAND_ALPHA = 0.12;

interface Props {
  readonly config: UPlotConfigBuilder;
  readonly moments: readonly Moment[];
  readonly theme: GrafanaTheme2;
}

/** Draws a dashed line at the start of each moment, and a band from its start to its end. */
export function MomentLines({ config, moments, theme }: Props) {
  useLayoutEffect(() => {
    config.addHook("draw", (plot: uPlot) => drawMoments(plot, moments, theme));
  }, [config]);
  return null;
}

function drawMoments(plot: uPlot, moments: readonly Moment[], theme: GrafanaTheme2): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { fromMillis, toMillis, color } of moments) {
    const left = plot.valToPos(fromMillis, "x", true);
    const right = plot.valToPos(toMillis, "x", true);
    ctx.strokeStyle = ctx.fillStyle = theme.visualization.getColorByName(color);
    ctx.globalAlpha = BAND_ALPHA;
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    ctx.globalAlpha = 1;
    ctx.setLineDash(DASH_PIXELS);
    ctx.beginPath();
    ctx.moveTo(left, bbox.top);
    ctx.lineTo(left, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
