import * as bargauge from "@grafana/grafana-foundation-sdk/bargauge";
import * as cog from "@grafana/grafana-foundation-sdk/cog";
import * as common from "@grafana/grafana-foundation-sdk/common";
import * as dashboard from "@grafana/grafana-foundation-sdk/dashboard";
import * as heatmap from "@grafana/grafana-foundation-sdk/heatmap";
import { DataqueryBuilder, PromQueryFormat } from "@grafana/grafana-foundation-sdk/prometheus";
import * as stat from "@grafana/grafana-foundation-sdk/stat";
import * as statetimeline from "@grafana/grafana-foundation-sdk/statetimeline";
import * as table from "@grafana/grafana-foundation-sdk/table";
import * as timeseries from "@grafana/grafana-foundation-sdk/timeseries";
import { seriesLinks } from "./links.js";
import { type PanelSpec, type Query, type Step, type Word, description } from "./spec.js";
import { Unit } from "./units.js";
import { DATASOURCE, MIN_STEP } from "./variables.js";

export type Panel = cog.Builder<dashboard.Panel>;

type AnyPanel =
  | timeseries.PanelBuilder
  | stat.PanelBuilder
  | bargauge.PanelBuilder
  | heatmap.PanelBuilder
  | table.PanelBuilder
  | statetimeline.PanelBuilder;

/** The width of a legend, which leaves about three quarters of the panel to the lines. */
const LEGEND_PIXELS = 220;

/** Names of series that have the same color on every board. Other series have a color of the palette. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^timeouts?$|timed out|expired|warned|late|blocked|unacknowledged/, "orange"],
  [/fail|error|abort|corrupt|not stored|dropped|unavailable|refused|rejected|^down$|unreachable|exception/, "red"],
];
/** Names of series that are limits of the other series. */
const LIMIT = /limit|throttle$|^allowed$|^budget$|^maximum$/;

const REF_IDS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Lines over time. */
export function trend(spec: PanelSpec): Panel {
  const panel = named(new timeseries.PanelBuilder(), spec, 12, 8)
    .targets(targets(spec.queries, "range"))
    .legend(
      legend("right")
        .displayMode(common.LegendDisplayMode.Table)
        .width(LEGEND_PIXELS)
        .calcs(legendColumns(spec.queries))
        .sortBy("Max")
        .sortDesc(true),
    )
    .axisSoftMin(0)
    .tooltip(
      new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi).sort(common.SortOrder.Descending),
    )
    .colorScheme(new dashboard.FieldColorBuilder().mode(dashboard.FieldColorModeId.PaletteClassic))
    .lineWidth(1)
    .fillOpacity(8)
    .showPoints(common.VisibilityMode.Auto)
    .dataLinks(seriesLinks(spec.queries));
  const softMax = softMaxOf(spec.unit);
  if (softMax !== undefined) panel.axisSoftMax(softMax);
  spec.queries.forEach(({ legend: name, unit }, index) => {
    const properties = lookOf(name);
    if (properties.length) panel.overrideByName(name, properties);
    if (unit) panel.overrideByQuery(refId(index), rightAxis(unit));
  });
  if (spec.steps)
    panel
      .thresholds(thresholds(spec.steps))
      .thresholdsStyle(new common.GraphThresholdsStyleConfigBuilder().mode(common.GraphThresholdsStyleMode.Dashed));
  return panel;
}

/** The current value of each series. */
export function number(spec: PanelSpec): Panel {
  return named(new stat.PanelBuilder(), spec, 4, 4)
    .targets(targets(spec.queries, "instant"))
    .reduceOptions(latest())
    .graphMode(common.BigValueGraphMode.None)
    .textMode(spec.names ? common.BigValueTextMode.ValueAndName : common.BigValueTextMode.Auto)
    .colorMode(common.BigValueColorMode.Value)
    .colorScheme(byThreshold())
    .thresholds(aboveNothing(spec.steps ?? [{ from: 0, color: "blue" }]))
    .noValue("no data");
}

/** One bar per series, to compare current values. */
export function bars(spec: PanelSpec): Panel {
  return named(new bargauge.PanelBuilder(), { min: 0, ...spec }, 8, 5)
    .targets(targets(spec.queries, "instant"))
    .reduceOptions(latest())
    .orientation(common.VizOrientation.Horizontal)
    .displayMode(common.BarGaugeDisplayMode.Basic)
    .valueMode(common.BarGaugeValueMode.Text)
    .namePlacement(common.BarGaugeNamePlacement.Left)
    .colorScheme(new dashboard.FieldColorBuilder().mode(dashboard.FieldColorModeId.PaletteClassic))
    .noValue("no data");
}

/** Counts of a histogram's buckets over time. The unit is that of the bucket bounds. */
export function heat(spec: PanelSpec): Panel {
  return named(new heatmap.PanelBuilder(), spec, 12, 8)
    .targets(targets(spec.queries, "range", PromQueryFormat.Heatmap))
    .calculate(false)
    .yAxis(new heatmap.YAxisConfigBuilder().unit(spec.unit).axisPlacement(common.AxisPlacement.Left))
    .rowsFrame(new heatmap.RowsHeatmapOptionsBuilder().layout(common.HeatmapCellLayout.Auto).value("Reads"))
    .color(
      new heatmap.HeatmapColorOptionsBuilder()
        .mode(heatmap.HeatmapColorMode.Scheme)
        .scheme("Blues")
        .scale(heatmap.HeatmapColorScale.Exponential)
        .exponent(0.5)
        .steps(64)
        .fill("dark-blue"),
    )
    .filterValues(new heatmap.FilterValueRangeBuilder().le(1e-9))
    .cellGap(1)
    .showLegend()
    .mode(common.TooltipDisplayMode.Single)
    .showYHistogram();
}

/** States over time, one bar per series. */
export function states(spec: PanelSpec & { readonly words: readonly Word[] }): Panel {
  return named(new statetimeline.PanelBuilder(), spec, 12, 8)
    .targets(targets(spec.queries, "range"))
    .legend(legend("bottom").displayMode(common.LegendDisplayMode.List))
    .mappings(mappings(spec.words))
    .colorScheme(byThreshold())
    .thresholds(thresholds([{ from: 0, color: "blue" }]))
    .showValue(common.VisibilityMode.Auto)
    .mergeValues(true)
    .fillOpacity(70)
    .rowHeight(0.8);
}

export interface GridSpec extends PanelSpec {
  /** Labels to show, in this order. */
  readonly columns: readonly string[];
  /** Queries whose values are shown, by their legend. The other queries only provide labels. */
  readonly values?: readonly { readonly title: string; readonly unit: Unit; readonly steps?: readonly Step[] }[];
  /** The title of the value by which rows are sorted, largest first. */
  readonly sortBy?: string;
}

class TablePanel extends table.PanelBuilder {
  /** Removes the option `footer`, which the SDK sets and Grafana 13 no longer has. */
  withoutFooter(): this {
    delete this.internal.options.footer;
    return this;
  }
}

/** A table of current values, with one row per set of labels and one column per query. */
export function grid(spec: GridSpec): Panel {
  const values = spec.values ?? [];
  const renamed = values.map(({ title }) => [valueField(spec.queries, title), title] as const);
  const order = [...spec.columns, ...renamed.map(([field]) => field)];
  const panel = named(new TablePanel(), spec, 12, 8)
    .targets(targets(spec.queries, "instant", PromQueryFormat.Table))
    .withTransformation({ id: "merge", options: {} })
    .withTransformation({ id: "filterFieldsByName", options: { include: { names: order } } })
    .withTransformation({
      id: "organize",
      options: {
        excludeByName: {},
        indexByName: Object.fromEntries(order.map((field, index) => [field, index])),
        renameByName: Object.fromEntries(renamed),
      },
    })
    .filterable(true)
    .cellHeight(common.TableCellHeight.Sm)
    .withoutFooter()
    .dataLinks(seriesLinks([{ expr: "", legend: spec.columns.map((column) => `{{${column}}}`).join("") }], true))
    .noValue("no data");
  for (const { title, unit, steps } of values) {
    const colors = steps
      ? [
          { id: "thresholds", value: thresholds(steps).build() },
          { id: "color", value: { mode: "thresholds" } },
          { id: "custom.cellOptions", value: { type: "color-background", mode: "basic" } },
        ]
      : [];
    panel.overrideByName(title, [{ id: "unit", value: unit }, ...colors]);
  }
  if (spec.sortBy) panel.sortBy([new common.TableSortByFieldStateBuilder().displayName(spec.sortBy).desc(true)]);
  return panel;
}

function named<T extends AnyPanel>(panel: T, spec: PanelSpec, width: number, height: number): T {
  panel
    .title(spec.title)
    .description(description(spec))
    .unit(spec.unit)
    .datasource(DATASOURCE)
    .span(spec.width ?? width)
    .height(spec.height ?? height);
  if (spec.decimals !== undefined) panel.decimals(spec.decimals);
  if (spec.min !== undefined) panel.min(spec.min);
  if (spec.max !== undefined) panel.max(spec.max);
  return panel;
}

function targets(
  queries: readonly Query[],
  when: "instant" | "range",
  format: PromQueryFormat = PromQueryFormat.TimeSeries,
): DataqueryBuilder[] {
  return queries.map(({ expr, legend: legendFormat }, index) => {
    const target = new DataqueryBuilder()
      .refId(refId(index))
      .datasource(DATASOURCE)
      .expr(expr)
      .legendFormat(legendFormat)
      .interval(MIN_STEP)
      .format(format);
    return when === "instant" ? target.instant() : target.range();
  });
}

/** The look of a series by its name: a limit is a dashed line without area, and names in MEANINGS have a fixed color. */
function lookOf(name: string): dashboard.DynamicConfigValue[] {
  const fixed = (color: string) => ({ id: "color", value: { mode: "fixed", fixedColor: color } });
  if (LIMIT.test(name))
    return [
      fixed("red"),
      { id: "custom.lineStyle", value: { fill: "dash", dash: [10, 10] } },
      { id: "custom.fillOpacity", value: 0 },
    ];
  const meaning = name.includes("{{") ? undefined : MEANINGS.find(([pattern]) => pattern.test(name));
  return meaning ? [fixed(meaning[1])] : [];
}

/** An axis on the right for a query of another unit. Grafana's legend names this axis behind the names of its series. */
function rightAxis(unit: Unit): dashboard.DynamicConfigValue[] {
  return [
    { id: "unit", value: unit },
    { id: "custom.axisPlacement", value: common.AxisPlacement.Right },
    { id: "custom.axisSoftMax", value: softMaxOf(unit) ?? null },
  ];
}

/** A maximum for axes of whole numbers, so that an axis without events does not have fractions. */
function softMaxOf(unit: Unit): number | undefined {
  return unit === Unit.COUNT || unit === Unit.PER_SECOND ? 1 : undefined;
}

function refId(index: number): string {
  const id = REF_IDS[index];
  if (!id) throw new Error(`a panel has more than ${REF_IDS.length} queries`);
  return id;
}

/** Grafana calls the value of a table with one query `Value`, and those of several queries `Value #A`, `Value #B` and so on. */
function valueField(queries: readonly Query[], title: string): string {
  const index = queries.findIndex(({ legend: name }) => name === title);
  if (index < 0) throw new Error(`no query is called ${title}`);
  return queries.length === 1 ? "Value" : `Value #${refId(index)}`;
}

/** Columns of a legend. Names with several labels are long and leave space for one column only. */
function legendColumns(queries: readonly Query[]): string[] {
  const isLong = queries.some(({ legend }) => legend.split("{{").length > 2);
  return isLong ? ["max"] : ["lastNotNull", "max"];
}

function legend(placement: "bottom" | "right"): common.VizLegendOptionsBuilder {
  return new common.VizLegendOptionsBuilder()
    .showLegend(true)
    .placement(placement === "bottom" ? common.LegendPlacement.Bottom : common.LegendPlacement.Right);
}

function latest(): common.ReduceDataOptionsBuilder {
  return new common.ReduceDataOptionsBuilder().calcs(["lastNotNull"]).values(false);
}

function byThreshold(): dashboard.FieldColorBuilder {
  return new dashboard.FieldColorBuilder().mode(dashboard.FieldColorModeId.Thresholds);
}

/** Steps of colors. Grafana uses the color of the first step for all values below the second step. */
function thresholds(steps: readonly Step[]): dashboard.ThresholdsConfigBuilder {
  return new dashboard.ThresholdsConfigBuilder()
    .mode(dashboard.ThresholdsMode.Absolute)
    .steps(steps.map(({ from, color }, index) => ({ value: index === 0 ? null : from, color })));
}

/** Steps of colors after a step without color, which Grafana uses for missing values. */
function aboveNothing(steps: readonly Step[]): dashboard.ThresholdsConfigBuilder {
  const none: dashboard.Threshold = { value: null, color: "text" };
  return new dashboard.ThresholdsConfigBuilder()
    .mode(dashboard.ThresholdsMode.Absolute)
    .steps([none, ...steps.map(({ from, color }) => ({ value: from, color }))]);
}

function mappings(words: readonly Word[]): dashboard.ValueMapping[] {
  const options = Object.fromEntries(
    words.map(({ value, text, color }, index) => [String(value), { text, color, index }]),
  );
  return [{ type: dashboard.MappingType.ValueToText, options }];
}
