import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { alertBreaches } from "../src/check/alerts.js";
import { notCharted } from "../src/check/charts.js";
import type { DashboardFile, Panel, Target } from "../src/check/dashboard-file.js";
import { Metrics } from "../src/check/metrics.js";
import { queryBreaches } from "../src/check/queries.js";
import { RULES, acrossBoards } from "../src/check/rules.js";
import { GrafanaSchema } from "../src/check/schema.js";
import { unitBreaches } from "../src/check/units.js";
import { boards } from "../src/boards.js";
import { textOf } from "../src/files.js";

const metrics = Metrics.ofDocument(new URL("../../../../docs/metrics.md", import.meta.url).pathname);
const datasource = { type: "prometheus", uid: "${datasource}" };
const NODE = 'cluster=~"$target_cluster|", instance=~"$node"';
const target: Target = {
  refId: "A",
  expr: `rate(cassandra_storage_exceptions_total{${NODE}}[$__rate_interval])`,
  legendFormat: "{{instance}}",
  interval: "$min_step",
  datasource,
};
const panel: Panel = {
  id: 1,
  type: "timeseries",
  title: "Exceptions",
  description: "Exceptions per second.\n\n**Good:** There are none.\n\n**Otherwise:** See the log.",
  datasource,
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  targets: [target],
  options: { legend: { showLegend: true } },
  fieldConfig: { defaults: { unit: "cps" } },
};
const board: DashboardFile = {
  uid: "foreread-test",
  tags: ["foreread"],
  links: [{ type: "dashboards", tags: ["foreread"], keepTime: true, includeVars: true }],
  templating: {
    list: ["datasource", "cluster", "target_cluster", "datacenter", "rack", "node", "min_step"].map((name) => ({
      name,
      type: "query",
      datasource,
    })),
  },
  panels: [panel],
};

const withPanel = (change: Partial<Panel>): DashboardFile => ({ ...board, panels: [{ ...panel, ...change }] });
const withTarget = (change: Partial<Target>): DashboardFile => withPanel({ targets: [{ ...target, ...change }] });
const withExpr = (expr: string): DashboardFile => withTarget({ expr });
const breaches = (of: DashboardFile): string[] => [
  ...RULES.flatMap((rule) => rule(of)),
  ...queryBreaches(of, metrics),
  ...unitBreaches(of, metrics),
];

const LOADED = `jvm_classes_currently_loaded{${NODE}}`;
const COMPILING = `rate(jvm_compilation_time_seconds_total{${NODE}}[$__rate_interval])`;
/** A panel of the unit `unit`, whose last query has its own unit if there is one. */
const withUnits = (exprs: readonly string[], unit: string, own?: string): DashboardFile => {
  const targets = exprs.map((expr, index) => ({ ...target, expr, refId: "AB".charAt(index) }));
  const matcher = { id: "byFrameRefID", options: targets.at(-1)?.refId };
  const overrides = own ? [{ matcher, properties: [{ id: "unit", value: own }] }] : [];
  return withPanel({ targets, fieldConfig: { defaults: { unit }, overrides } });
};

test("a board that keeps the rules has no breach", () => assert.deepEqual(breaches(board), []));

test("the complete catalog is read", () => assert.ok(metrics.size > 500, String(metrics.size)));

test("a board that is written, read and written again has the same text", () => {
  for (const of of boards) assert.equal(textOf(of), textOf(JSON.parse(textOf(of))));
});

test("every board that a file in src/boards exports is listed in src/boards.ts", async () => {
  const folder = new URL("../src/boards/", import.meta.url);
  const made: unknown[] = [];
  for (const file of readdirSync(folder)) made.push(...Object.values(await import(new URL(file, folder).href)));
  const uids = made.map((one) => (one as { uid?: unknown } | undefined)?.uid).filter((uid) => typeof uid === "string");
  assert.deepEqual(uids.sort(), boards.map(({ uid }) => uid).sort());
});

const CAUGHT: readonly (readonly [string, DashboardFile, RegExp])[] = [
  ["a uid without the prefix foreread-", { ...board, uid: "cassandra" }, /uid does not begin/],
  ["a missing tag", { ...board, tags: [] }, /lacks the tag/],
  ["a missing link", { ...board, links: [] }, /lacks the link/],
  [
    "a link that does not keep the time range",
    { ...board, links: [{ type: "dashboards", tags: ["foreread"], includeVars: true }] },
    /lacks the link/,
  ],
  [
    "a missing variable node",
    { ...board, templating: { list: (board.templating?.list ?? []).filter(({ name }) => name !== "node") } },
    /lacks the variable node/,
  ],
  [
    "a variable with its own data source",
    {
      ...board,
      templating: {
        list: [...(board.templating?.list ?? []), { name: "x", type: "query", datasource: { uid: "abc" } }],
      },
    },
    /variable x has a data source/,
  ],
  [
    "a variable with the names of all nodes in a URL",
    {
      ...board,
      templating: {
        list: [
          ...(board.templating?.list ?? []),
          { name: "x", type: "query", datasource, query: { query: `label_values(up{${NODE}}, job)` } },
        ],
      },
    },
    /variable x sends the names of all nodes in a URL/,
  ],
  [
    "an annotation with its own data source",
    {
      ...board,
      annotations: {
        list: [{ name: "on", expr: `up{${NODE}}`, datasource: { uid: "abc" } }],
      },
    },
    /annotation "on" has a data source/,
  ],
  [
    "an id that is used twice",
    { ...board, panels: [panel, { ...panel, title: "Other", gridPos: { x: 12, y: 0, w: 12, h: 8 } }] },
    /has the id 1 of another/,
  ],
  [
    "a title that is used twice",
    { ...board, panels: [panel, { ...panel, id: 2, gridPos: { x: 12, y: 0, w: 12, h: 8 } }] },
    /is there twice/,
  ],
  [
    "an overlap of panels",
    { ...board, panels: [panel, { ...panel, id: 2, title: "Other", gridPos: { x: 11, y: 7, w: 12, h: 8 } }] },
    /overlap/,
  ],
  ["a panel beyond the grid", withPanel({ gridPos: { x: 20, y: 0, w: 8, h: 8 } }), /24 columns/],
  ["a missing unit", withPanel({ fieldConfig: { defaults: {} } }), /no unit/],
  ["a description without Good", withPanel({ description: "What. **Otherwise:** look." }), /without \*\*Good/],
  ["a description without Otherwise", withPanel({ description: "What. **Good:** 0." }), /without \*\*Otherwise/],
  ["a text that is not a sentence", withPanel({ description: "**Good:** 0." }), /not a sentence: "0."/],
  [
    "a word that is avoided",
    withPanel({ description: "Nobody reads.\n\n**Good:** It is 0.\n\n**Otherwise:** See the log." }),
    /the word "Nobody"/,
  ],
  ["a hidden legend", withPanel({ options: { legend: { showLegend: false } } }), /no legend/],
  ["a query without a legend", withTarget({ legendFormat: "" }), /no legend for query A/],
  ["a missing min step", withTarget({ interval: "" }), /no min step/],
  [
    "a query with its own data source",
    withTarget({ datasource: { type: "prometheus", uid: "abc" } }),
    /data source of its own in query A/,
  ],
  ["an unknown variable", withExpr(`up{${NODE}, job="$job"}`), /uses \$job/],
  ["a query that does not parse", withExpr(`sum(up{${NODE}}`), /does not parse/],
  ["a metric that does not exist", withExpr(`cassandra_storage_exception{${NODE}}`), /not in the catalog/],
  [
    "the name of a histogram as a series",
    withExpr(`cassandra_client_request_latency_seconds{${NODE}}`),
    /not in the catalog/,
  ],
  ["buckets of a summary", withExpr(`rate(jvm_gc_pause_seconds_bucket{${NODE}}[1m])`), /not in the catalog/],
  ["a counter without rate", withExpr(`cassandra_storage_exceptions_total{${NODE}}`), /only grows/],
  [
    "a counter in a function other than rate",
    withExpr(`delta(cassandra_storage_exceptions_total{${NODE}}[1m])`),
    /only grows/,
  ],
  ["the rate of a gauge", withExpr(`rate(cassandra_storage_load_bytes{${NODE}}[1m])`), /which is a gauge/],
  [
    "a percentile of a series without buckets",
    withExpr(`histogram_quantile(0.9, rate(cassandra_client_request_latency_seconds_sum{${NODE}}[1m]))`),
    /has no buckets/,
  ],
  [
    "a percentile of buckets that were aggregated without le",
    withExpr(
      `histogram_quantile(0.9, sum by (operation) (rate(cassandra_client_request_latency_seconds_bucket{${NODE}}[1m])))`,
    ),
    /le of .* is lost/,
  ],
  ["a query that ignores the selected nodes", withExpr("cassandra_storage_load_bytes"), /not narrowed by \$node/],
  [
    "a query of several clusters whose nodes have the same instance",
    withExpr('cassandra_storage_load_bytes{instance=~"$node"}'),
    /not narrowed by \$target_cluster/,
  ],
  [
    "a label that the metric lacks",
    withExpr(`cassandra_storage_load_bytes{${NODE}, keyspace="a"}`),
    /no label keyspace/,
  ],
  [
    "grouping by a label that no metric has",
    withExpr(`sum by (table) (cassandra_storage_load_bytes{${NODE}})`),
    /has the label table/,
  ],
  [
    "a metric of newer releases that the description does not mention",
    withExpr(`cassandra_client_request_queue_seconds_sum{${NODE}}`),
    /from 4.1 on/,
  ],
  [
    "a metric of 3.11 that the description does not mention",
    withExpr(`cassandra_read_repair_attempts_total{${NODE}}`),
    /in 3.11 only/,
  ],
  [
    "a metric that is not exported by default, which the description does not mention",
    withExpr(`cassandra_table_memtable_operations{${NODE}}`),
    /not exported by default/,
  ],
  [
    "an aggregation that merges clusters",
    withExpr(`sum by (instance) (cassandra_storage_load_bytes{${NODE}})`),
    /by \(instance\) merges clusters/,
  ],
  [
    "a join that merges clusters",
    withExpr(`process_cpu_usage{${NODE}} and on (instance) cassandra_storage_load_bytes{${NODE}} > 0`),
    /by \(instance\) merges clusters/,
  ],
  [
    "a metric of node_exporter that the description does not mention",
    withExpr("node_memory_Cached_bytes"),
    /is of node_exporter/,
  ],
  ["a unit that is not that of the metric", withExpr("cassandra_storage_load_bytes"), /query A: bytes in the unit cps/],
  ["a count beside a rate", withUnits([LOADED, target.expr ?? ""], "short"), /query B: count per second in the unit/],
  [
    "a count beside seconds per second, which have the same unit in Grafana",
    withUnits([LOADED, COMPILING], "none"),
    /query B: ratio on the axis of query A, which is count/,
  ],
  ["an own unit that is not that of the query", withUnits([LOADED, COMPILING], "short", "s"), /query B: ratio in the/],
  [
    "a column of a table in a wrong unit",
    withPanel({
      type: "table",
      targets: [{ ...target, legendFormat: "Errors" }],
      fieldConfig: {
        defaults: { unit: "none" },
        overrides: [{ matcher: { id: "byName", options: "Errors" }, properties: [{ id: "unit", value: "bytes" }] }],
      },
    }),
    /query A: count per second in the unit bytes/,
  ],
];

for (const [what, of, breach] of CAUGHT)
  test(`${what} is caught`, () =>
    assert.ok(
      breaches(of).some((line) => breach.test(line)),
      breaches(of).join("\n"),
    ));

test("a query of another unit than its panel is accepted if it states its unit", () =>
  assert.deepEqual(breaches(withUnits([LOADED, COMPILING], "short", "none")), []));

const MEASURED: readonly (readonly [string, string])[] = [
  [
    "sum(rate(cassandra_sstable_read_size_bytes_sum[1m])) / (sum(rate(cassandra_sstable_read_size_bytes_count[1m])) > 0)",
    "bytes",
  ],
  ["histogram_quantile(0.99, sum by (le) (rate(a_seconds_bucket[1m])))", "s"],
  ["time() - max by (x) (a_timestamp_seconds)", "s"],
  ["topk($top, sum by (x) (rate(a_total[1m])))", "cps"],
  ["max(a_throttle_bytes_per_second) > 0", "binBps"],
  ["sum(rate(a_seconds_total[1m]))", "percentunit"],
  ["sum by (x) (rate(a_reads_total[1m])) / $iops_limit", "percentunit"],
  ["sum(a_used_bytes) / (sum(a_max_bytes) > 0)", "percentunit"],
  ["instance:a_latency_seconds:p99_5m", "s"],
  ["instance:a_requests:rate5m", "cps"],
  ["instance:a_scanned_bytes:rate5m", "binBps"],
  ["sum(increase(a_errors_total[1h]))", "short"],
  ["60 * sum(rate(a_total[1m]))", "short"],
  ["count(a_bytes)", "short"],
];

for (const [expr, unit] of MEASURED)
  test(`${expr} has the unit ${unit} and no other`, () => {
    const fitting = ["bytes", "binBps", "s", "cps", "percentunit", "short"].filter(
      (one) => !unitBreaches(withUnits([expr], one), metrics).length,
    );
    // A ratio is also a number.
    assert.deepEqual(fitting, unit === "percentunit" ? [unit, "short"] : [unit]);
  });

test("two boards with the same uid are caught", () => assert.match(acrossBoards([board, board]).join(), /two boards/));

test("a family that is exported by default and on no board is caught", () => {
  const missing = notCharted([board], metrics);
  assert.ok(missing.some((line) => line.startsWith("cassandra_storage_load_bytes is exported by default")));
  assert.ok(!missing.some((line) => line.startsWith("cassandra_storage_exceptions_total")));
});

const alert = (expr: string, url: string): string => `      - alert: Exceptions
        expr: |-
          ${expr}
        for: 5m
        annotations:
          dashboard_url: '{{ $externalLabels.dashboard_base }}/d/${url}'
`;
const EXCEPTIONS = "increase(cassandra_storage_exceptions_total[5m]) > 0";
const OF_ANOTHER_BOARD =
  "cassandra_storage_load_bytes > 0 and on (instance) instance:cassandra_node:info and on (instance) up == 1";

test("an alert that links to a board with its metric is accepted", () =>
  assert.deepEqual(
    alertBreaches(alert(EXCEPTIONS, "foreread-test?var-cluster={{ x }}&var-node={{ y }}"), [board], metrics),
    [],
  ));

for (const [what, text, breach] of [
  ["without its metric", alert(OF_ANOTHER_BOARD, "foreread-test"), /shows none of its metrics: cassandra_storage_load/],
  ["that does not exist", alert(EXCEPTIONS, "foreread-tests"), /foreread-tests, which does not exist/],
  ["without the variable that it sets", alert(EXCEPTIONS, "foreread-test?var-table={{ x }}"), /sets table/],
] as const)
  test(`an alert that links to a board ${what} is caught`, () =>
    assert.match(alertBreaches(text, [board], metrics).join("\n"), breach));

test("Grafana's schema catches unknown fields and values", () => {
  const schema = new GrafanaSchema();
  const real = JSON.parse(textOf(boards[0] as (typeof boards)[number]));
  assert.deepEqual(schema.breaches(real), []);
  assert.notDeepEqual(schema.breaches({ ...real, panel: [] }), []);
  const [row, first, ...rest] = real.panels;
  assert.notDeepEqual(
    schema.breaches({ ...real, panels: [row, { ...first, options: { ...first.options, textMode: "loud" } }, ...rest] }),
    [],
  );
});
