import { Table } from "@grafana/ui";
import { configured } from "../field-config.js";
import type { Drawing } from "../drawing.js";

const DEFAULTS = { align: "auto", filterable: true, inspect: false, cellOptions: { type: "auto" } };

/** A table, drawn by Grafana's component. */
export function GridPanel({ panel, frames, theme, width, height }: Drawing) {
  const [data] = configured(frames, panel.fieldConfig, theme, DEFAULTS);
  if (!data) return null;
  return (
    <Table
      data={data}
      width={width}
      height={height}
      showTypeIcons={panel.options.showTypeIcons}
      cellHeight={panel.options.cellHeight}
      noHeader={!panel.options.showHeader}
      columnMinWidth={100}
      resizable={true}
      initialSortBy={panel.options.sortBy}
    />
  );
}
