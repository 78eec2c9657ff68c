import { writeFileSync } from "node:fs";
import { boards } from "./boards.js";
import { fileOf, textOf } from "./files.js";

for (const board of boards) writeFileSync(fileOf(board), textOf(board));
console.log(`${boards.length} boards written`);
