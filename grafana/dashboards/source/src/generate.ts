import { writeFileSync } from "node:fs";
import { boards } from "./boards.js";
import { KUSTOMIZATION, fileOf, kustomizationOf, textOf } from "./files.js";

for (const board of boards) writeFileSync(fileOf(board), textOf(board));
writeFileSync(KUSTOMIZATION, kustomizationOf(boards));
console.log(`${boards.length} boards written`);
