import { fileURLToPath } from "node:url";
import type { Board } from "./vocabulary/board.js";

/** Where the boards lie. */
export const FOLDER = fileURLToPath(new URL("../../", import.meta.url));

export const fileOf = (board: Board): string => `${FOLDER}${String(board.uid).replace(/^foreread-/, "")}.json`;

/** Keys in alphabetical order, so that a new version of the SDK does not reorder a file. */
export function textOf(board: Board): string {
  return `${JSON.stringify(board, sorted, 2)}\n`;
}

function sorted(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
