import { TAG } from "../vocabulary/links.js";
import {
  type DashboardFile,
  type GridPos,
  type Panel,
  allPanelsOf,
  annotationsOf,
  panelsOf,
  variablesOf,
} from "./dashboard-file.js";

/** Returns the breaches of a rule in a board, one readable line for each. */
export type Rule = (board: DashboardFile) => string[];

/** Types of panels that need no legend, because they show a name with each value. */
const NAMES_BESIDE_VALUES = new Set(["stat", "bargauge", "table"]);
const REQUIRED_VARIABLES = ["datasource", "cluster", "min_step"];
/** The only board without variables that select nodes. */
const BOARD_OF_CLUSTERS = "foreread-fleet";
const VARIABLES_OF_NODES = ["datacenter", "rack", "node"];
/** The queries of the first row run whenever the board is loaded, because this row is open. */
const MAX_QUERIES_OF_FIRST_ROW = 40;
const DATASOURCE = "${datasource}";

const identity: Rule = (board) => [
  ...(board.uid?.startsWith("foreread-") ? [] : ["uid does not begin with foreread-"]),
  ...(board.tags?.includes(TAG) ? [] : [`lacks the tag ${TAG}`]),
];

const links: Rule = ({ links: all }) =>
  all?.some((link) => link.type === "dashboards" && link.tags?.includes(TAG) && link.keepTime && link.includeVars)
    ? []
    : ["lacks the link to all boards that keeps time range and variables"];

const variables: Rule = (board) => {
  const has = new Set(variablesOf(board).map(({ name }) => name));
  const required = board.uid === BOARD_OF_CLUSTERS ? [] : VARIABLES_OF_NODES;
  return [...REQUIRED_VARIABLES, ...required]
    .filter((name) => !has.has(name))
    .map((name) => `lacks the variable ${name}`);
};

const collapsedRows: Rule = (board) => {
  const panels = board.panels ?? [];
  const open = panels.filter((panel) => panel.type === "row" && panel.panels === undefined);
  const queries = panels.flatMap(({ targets }) => targets ?? []).length;
  return [
    ...panels
      .filter((panel, index) => panel.type === "row" && index > 0 && !panel.panels?.length)
      .map(({ title }) => `row "${title}" is not collapsed`),
    ...(open.length > 1 ? ["more than one row is open"] : []),
    ...(queries > MAX_QUERIES_OF_FIRST_ROW ? [`${queries} queries in the first row`] : []),
  ];
};

const uniqueIds: Rule = (board) => {
  const seen = new Set<number>();
  return allPanelsOf(board).flatMap(({ id, title }) => {
    if (id === undefined) return [`panel "${title}" has no id`];
    if (seen.has(id)) return [`panel "${title}" has the id ${id} of another`];
    seen.add(id);
    return [];
  });
};

const uniqueTitlesInBoard: Rule = (board) => {
  const titles = allPanelsOf(board).map(({ type, title }) => `${type} "${title}"`);
  return titles.filter((title, index) => titles.indexOf(title) !== index).map((title) => `${title} is there twice`);
};

/** Positions of panels are checked within the board, and within each collapsed row. */
const layout: Rule = (board) =>
  [board.panels ?? [], ...(board.panels ?? []).map(({ panels }) => panels ?? [])].flatMap(layoutOf);

function layoutOf(panels: readonly Panel[]): string[] {
  return panels.flatMap((panel, index) => {
    const at = panel.gridPos;
    if (!at) return [`panel "${panel.title}" has no position`];
    if (at.x < 0 || at.w < 1 || at.x + at.w > 24) return [`panel "${panel.title}" leaves the grid of 24 columns`];
    return panels
      .slice(index + 1)
      .filter((other) => other.gridPos && overlap(at, other.gridPos))
      .map((other) => `panels "${panel.title}" and "${other.title}" overlap`);
  });
}

const texts: Rule = eachPanel((panel) => {
  const description = panel.description ?? "";
  return [
    ...(panel.title ? [] : ["no title"]),
    ...(panel.fieldConfig?.defaults?.unit ? [] : ["no unit"]),
    ...["**Good:** ", "**Otherwise:** "]
      .filter((part) => !description.includes(part))
      .map((part) => `a description without ${part.trim()}`),
  ];
});

/** Words that are a sign of an incomplete sentence or of an unusual term. */
const AVOIDED = /\b(beside|nobody|somebody|ours|error share)\b/i;

const sentences: Rule = eachPanel((panel) =>
  (panel.description ?? "").split("\n\n").flatMap((paragraph) => {
    const text = paragraph.replace(/^\*\*\w+:\*\* /, "");
    const avoided = AVOIDED.exec(text);
    return [
      ...(/^[\p{Lu}\d`$]/u.test(text) && /[.]$/.test(text) && text.includes(" ")
        ? []
        : [`a text that is not a sentence: "${text}"`]),
      ...(avoided ? [`the word "${avoided[0]}" in its description`] : []),
    ];
  }),
);

const legends: Rule = eachPanel((panel) => {
  const legend = panel.options?.legend;
  return NAMES_BESIDE_VALUES.has(panel.type) || legend?.showLegend || legend?.show ? [] : ["no legend"];
});

const targets: Rule = eachPanel((panel) => {
  const all = panel.targets ?? [];
  const refIds = all.map(({ refId }) => refId);
  return [
    ...(all.length ? [] : ["no query"]),
    ...(new Set(refIds).size === refIds.length ? [] : ["two queries of the same refId"]),
    ...all.flatMap((target) => [
      ...(target.expr ? [] : [`an empty query ${target.refId}`]),
      ...(target.legendFormat ? [] : [`no legend for query ${target.refId}`]),
      ...(target.interval ? [] : [`no min step for query ${target.refId}`]),
      ...(target.datasource?.uid === DATASOURCE ? [] : [`a data source of its own in query ${target.refId}`]),
    ]),
    ...(panel.datasource?.uid === DATASOURCE ? [] : ["a data source of its own"]),
  ];
});

const dataSources: Rule = (board) => [
  ...variablesOf(board)
    .filter((variable) => variable.type === "query" && variable.datasource?.uid !== DATASOURCE)
    .map(({ name }) => `variable ${name} has a data source of its own`),
  ...annotationsOf(board)
    .filter((annotation) => annotation.datasource?.uid !== DATASOURCE)
    .map(({ name }) => `annotation "${name}" has a data source of its own`),
];

// $1 is a group of label_replace.
const PROVIDED = ["1", "__rate_interval", "__range", "__interval", "__interval_ms"];

/** Grafana sends the query of label_values as a URL. Proxies reject a URL with the names of hundreds of nodes. */
const shortUrls: Rule = (board) =>
  variablesOf(board)
    .filter(({ query }) => {
      const text = typeof query === "object" ? (query.query ?? "") : (query ?? "");
      return text.startsWith("label_values(") && text.includes("$node");
    })
    .map(({ name }) => `variable ${name} sends the names of all nodes in a URL: use query_result`);

/** Every variable in a query must be a variable of the board or one that Grafana provides. */
const usedVariables: Rule = (board) => {
  const known = new Set([...variablesOf(board).map(({ name }) => name), ...PROVIDED]);
  return panelsOf(board).flatMap((panel) =>
    (panel.targets ?? []).flatMap(({ expr, interval }) =>
      [...`${expr} ${interval}`.matchAll(/\$\{?(\w+)/g)]
        .filter(([, name]) => !known.has(name ?? ""))
        .map(([, name]) => `panel "${panel.title}" uses $${name}, which the board does not have`),
    ),
  );
};

export const RULES: readonly Rule[] = [
  identity,
  links,
  variables,
  collapsedRows,
  uniqueIds,
  uniqueTitlesInBoard,
  layout,
  texts,
  sentences,
  legends,
  targets,
  dataSources,
  usedVariables,
  shortUrls,
];

/** Uids that several boards have. */
export function acrossBoards(boards: readonly DashboardFile[]): string[] {
  const uids = boards.map(({ uid }) => uid);
  return uids.filter((uid, index) => uids.indexOf(uid) !== index).map((uid) => `two boards have the uid ${uid}`);
}

function eachPanel(rule: (panel: Panel) => string[]): Rule {
  return (board) =>
    panelsOf(board).flatMap((panel) => rule(panel).map((breach) => `panel "${panel.title}" has ${breach}`));
}

function overlap(left: GridPos, right: GridPos): boolean {
  return (
    left.x < right.x + right.w && right.x < left.x + left.w && left.y < right.y + right.h && right.y < left.y + left.h
  );
}
