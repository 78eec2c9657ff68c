import { existsSync, readFileSync, readdirSync } from "node:fs";
import { boards } from "../boards.js";
import { FOLDER, KUSTOMIZATION, fileOf, kustomizationOf, textOf } from "../files.js";
import { alertBreaches } from "./alerts.js";
import { notCharted } from "./charts.js";
import { type DashboardFile, panelsOf } from "./dashboard-file.js";
import { Metrics } from "./metrics.js";
import { queryBreaches } from "./queries.js";
import { RULES, acrossBoards } from "./rules.js";
import { GrafanaSchema } from "./schema.js";
import { unitBreaches } from "./units.js";

const ALERTS = `${FOLDER}../alerts/`;
const metrics = Metrics.ofDocument(
  `${FOLDER}../../docs/metrics.md`,
  ["recording", "objectives"].map((name) => `${ALERTS}${name}.yaml`),
);
const schema = new GrafanaSchema();
const breaches: string[] = [];

for (const board of boards)
  if (!existsSync(fileOf(board)) || readFileSync(fileOf(board), "utf8") !== textOf(board))
    breaches.push(`${nameOf(fileOf(board))}: differs from its source, run npm run generate`);
if (readFileSync(KUSTOMIZATION, "utf8") !== kustomizationOf(boards))
  breaches.push(`${nameOf(KUSTOMIZATION)}: differs from its source, run npm run generate`);

const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .sort();
const generated = new Set(boards.map((board) => nameOf(fileOf(board))));
const read = files.map((name) => JSON.parse(readFileSync(`${FOLDER}${name}`, "utf8")) as DashboardFile);

read.forEach((board, index) => {
  const name = files[index] ?? "";
  const found = [
    ...(generated.has(name) ? [] : ["no board in src/boards.ts generates it"]),
    ...RULES.flatMap((rule) => rule(board)),
    ...queryBreaches(board, metrics),
    ...unitBreaches(board, metrics),
    ...schema.breaches(board),
  ];
  breaches.push(...found.map((breach) => `${name}: ${breach}`));
});
breaches.push(...acrossBoards(read), ...notCharted(read, metrics));
for (const name of readdirSync(ALERTS).filter((file) => file.endsWith(".yaml")))
  breaches.push(
    ...alertBreaches(readFileSync(`${ALERTS}${name}`, "utf8"), read, metrics).map((breach) => `${name}: ${breach}`),
  );

for (const breach of breaches) console.error(breach);
const panels = read.flatMap(panelsOf);
const queries = panels.flatMap((panel) => panel.targets ?? []);
console.log(`${files.length} boards, ${panels.length} panels, ${queries.length} queries, ${breaches.length} breaches`);
process.exitCode = breaches.length ? 1 : 0;

function nameOf(path: string): string {
  return path.slice(FOLDER.length);
}
