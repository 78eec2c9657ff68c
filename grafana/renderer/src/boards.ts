import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Board, PanelJson } from "./page/request.js";

const FOLDER = fileURLToPath(new URL("../../dashboards/", import.meta.url));

/** Without the extension. */
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

/** A collapsed row is drawn open; its panels already have their positions in the open board. */
function opened(panel: PanelJson): PanelJson[] {
  return [panel, ...(panel.panels ?? [])];
}
