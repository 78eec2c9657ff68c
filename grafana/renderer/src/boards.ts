import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Board, PanelJson } from "./page/request.js";

const FOLDER = fileURLToPath(new URL("../../dashboards/", import.meta.url));

/** Returns the file names of the dashboards without ".json", sorted. */
export function boardNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.replace(/\.json$/, ""))
    .sort();
}

export function readBoard(name: string): Board {
  if (!boardNames().includes(name))
    throw new Error(`there is no board called ${name}; there are ${boardNames().join(", ")}`);
  const board = JSON.parse(readFileSync(`${FOLDER}${name}.json`, "utf8")) as Board;
  return { ...board, panels: board.panels.flatMap(opened) };
}

/** Adds the panels of a collapsed row, so that it is drawn expanded. Their positions are those in the expanded row. */
function opened(panel: PanelJson): PanelJson[] {
  return [panel, ...(panel.panels ?? [])];
}
