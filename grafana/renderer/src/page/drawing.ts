import type { DataFrame, GrafanaTheme2, TimeRange } from "@grafana/data";
import type { Moment } from "./moments.js";
import type { PanelJson } from "./request.js";

/** The input of every kind of panel. */
export interface Drawing {
  readonly panel: PanelJson;
  readonly frames: DataFrame[];
  readonly range: TimeRange;
  readonly moments: readonly Moment[];
  readonly theme: GrafanaTheme2;
  readonly width: number;
  readonly height: number;
}
