import type { PanelJson } from "./request.js";

const COLUMNS = 24;

/**
 * Returns the panels with these titles in the board's order. They keep their size and are placed one after the other,
 * without the gaps of the panels left out. If there are no titles, all panels are returned with their own positions.
 */
export function chosenPanels(panels: readonly PanelJson[], titles: readonly string[]): readonly PanelJson[] {
  if (titles.length === 0) return panels;
  for (const title of titles)
    if (!panels.some((panel) => panel.title === title)) throw new Error(`there is no panel called ${title}`);
  let x = 0;
  let y = 0;
  let bottom = 0;
  return panels
    .filter(({ title }) => titles.includes(title))
    .map((panel) => {
      const { w, h } = panel.gridPos;
      if (x + w > COLUMNS) [x, y] = [0, bottom];
      const placed = { ...panel, gridPos: { x, y, w, h } };
      x += w;
      bottom = Math.max(bottom, y + h);
      return placed;
    });
}
