import { fileURLToPath } from "node:url";
import type { Board } from "./vocabulary/board.js";

/** The folder of the generated JSON files. */
export const FOLDER = fileURLToPath(new URL("../../", import.meta.url));

export const fileOf = (board: Board): string => `${FOLDER}${nameOf(board)}.json`;

const nameOf = (board: Board): string => String(board.uid).replace(/^foreread-/, "");

export const KUSTOMIZATION = `${FOLDER}kustomization.yaml`;

/** The text of kustomization.yaml, which makes one ConfigMap for each board. */
export function kustomizationOf(boards: readonly Board[]): string {
  const maps = boards
    .map(nameOf)
    .sort()
    .map((name) => `  - {name: foreread-${name}, files: [foreread-${name}.json=${name}.json]}\n`);
  return `# Every board as a ConfigMap with the label that the sidecar of Grafana's Helm chart looks for.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
generatorOptions:
  disableNameSuffixHash: true
  labels:
    grafana_dashboard: "1" # CHANGE if sidecar.dashboards.label of the chart differs
  annotations:
    grafana_folder: Cassandra # for sidecar.dashboards.folderAnnotation
configMapGenerator:
${maps.join("")}`;
}

/** The JSON of a board. Keys are in alphabetical order, so that a new version of the SDK does not reorder a file. */
export function textOf(board: Board): string {
  return `${JSON.stringify(board, sorted, 2)}\n`;
}

function sorted(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
