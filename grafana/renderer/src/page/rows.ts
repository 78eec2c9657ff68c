import type { PanelJson } from "./request.js";

/** Only those rows, moved together; all if none is named. */
export function rowsOf(panels: readonly PanelJson[], titles: readonly string[]): readonly PanelJson[] {
  if (titles.length === 0) return panels;
  const rows = panels.filter(({ type }) => type === "row");
  for (const title of titles)
    if (!rows.some((row) => row.title === title))
      throw new Error(`there is no row ${title}; there are: ${rows.map((row) => row.title).join("; ")}`);
  const kept: PanelJson[] = [];
  let bottom = 0;
  for (const [index, row] of rows.entries()) {
    if (!titles.includes(row.title)) continue;
    const end = rows[index + 1]?.gridPos.y ?? Infinity;
    const up = row.gridPos.y - bottom;
    for (const panel of panels) {
      const { y, h } = panel.gridPos;
      if (y < row.gridPos.y || y >= end) continue;
      kept.push({ ...panel, gridPos: { ...panel.gridPos, y: y - up } });
      bottom = Math.max(bottom, y - up + h);
    }
  }
  return kept;
}
