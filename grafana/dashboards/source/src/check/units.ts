import type { SyntaxNode } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";
import { Unit } from "../vocabulary/units.js";
import { type DashboardFile, type Panel, type Target, panelsOf } from "./dashboard-file.js";
import type { Metrics } from "./metrics.js";
import { substituted } from "./queries.js";

/** What a value measures: a product of powers, such as bytes^1 seconds^-1. A ratio has none. */
type Dimension = Readonly<Partial<Record<Base, number>>>;
/** A count is a number of things. An epoch numbers states, so it is no count. */
type Base = "bytes" | "seconds" | "count" | "epochs";

const RATIO: Dimension = {};
const COUNT: Dimension = { count: 1 };
const SECONDS: Dimension = { seconds: 1 };
const PER_SECOND: Dimension = { seconds: -1 };

/** Names whose suffix does not show what they measure. */
const OTHERS: Readonly<Record<string, Dimension>> = {
  // One CPU is one second of CPU time per second.
  system_cpus: RATIO,
  iops_limit: { count: 1, seconds: -1 },
  mibps_limit: { bytes: 1, seconds: -1 },
};

/** What the values of a Grafana unit measure. */
const MEASURES: Readonly<Record<Unit, (dimension: Dimension) => boolean>> = {
  [Unit.BYTES]: ({ bytes, seconds = 0 }) => bytes === 1 && seconds === 0,
  [Unit.BYTES_PER_SECOND]: ({ bytes, seconds }) => bytes === 1 && seconds === -1,
  [Unit.SECONDS]: isTime,
  [Unit.DATE]: isTime,
  [Unit.SHARE]: (dimension) => nameOf(dimension) === nameOf(RATIO),
  [Unit.COUNT]: isNumber,
  [Unit.PLAIN]: isNumber,
  [Unit.PER_SECOND]: isFrequency,
  [Unit.REQUESTS_PER_SECOND]: isFrequency,
  [Unit.READS_PER_SECOND]: isFrequency,
  [Unit.OPERATIONS_PER_SECOND]: isFrequency,
  [Unit.IO_PER_SECOND]: isFrequency,
};

/** Numbers that are the seconds of a minute, an hour or a day, as in a number of events per minute. */
const PERIODS = new Set(["60", "3600", "86400"]);

const SAME_AS_ARGUMENT =
  /^(sum|avg|min|max|last|quantile)_over_time$|^(abs|ceil|floor|round|clamp\w*|increase|delta|idelta|vector|scalar|sort\w*|label_\w+|predict_linear)$/;

/**
 * Series whose values are not in the unit that their panel states for them, and series of one axis that measure different
 * things. A query of another unit than its panel states its own `unit`.
 */
export function unitBreaches(board: DashboardFile, metrics: Metrics): string[] {
  return panelsOf(board)
    .filter(({ type }) => type !== "heatmap") // The unit of a heat map is that of its bounds.
    .flatMap((panel) => ofPanel(panel, metrics).map((breach) => `panel "${panel.title}", ${breach}`));
}

function ofPanel(panel: Panel, metrics: Metrics): string[] {
  const firsts = new Map<string, { refId: string | undefined; measured: string }>();
  return (panel.targets ?? []).flatMap((target) => {
    const own = ownUnit(panel, target);
    const unit = own ?? (panel.type === "table" ? undefined : (panel.fieldConfig?.defaults?.unit as Unit | undefined));
    const dimension = unit && dimensionOf(target.expr ?? "", metrics);
    if (!unit || !dimension) return [];
    const measured = nameOf(dimension);
    if (!MEASURES[unit]?.(dimension)) return [`query ${target.refId}: ${measured} in the unit ${unit}`];
    const axis = `${own ? "its own " : ""}${unit}`;
    const first = firsts.get(axis) ?? { refId: target.refId, measured };
    firsts.set(axis, first);
    if (panel.type === "table" || first.measured === measured) return [];
    return [`query ${target.refId}: ${measured} on the axis of query ${first.refId}, which is ${first.measured}`];
  });
}

/** The unit that a panel states for a query, by the name of its column in a table and by its refId in other panels. */
function ownUnit(panel: Panel, { refId, legendFormat }: Target): Unit | undefined {
  const own = (panel.fieldConfig?.overrides ?? [])
    .filter(({ matcher }) =>
      panel.type === "table"
        ? matcher.id === "byName" && matcher.options === legendFormat
        : matcher.id === "byFrameRefID" && matcher.options === refId,
    )
    .flatMap(({ properties }) => properties.filter(({ id }) => id === "unit").map(({ value }) => value));
  return own[0] as Unit | undefined;
}

/** What a query measures, or undefined if this cannot be derived. */
function dimensionOf(written: string, metrics: Metrics): Dimension | undefined {
  const expr = substituted(written.replace(/\$(iops_limit|mibps_limit)\b/g, "$1"));
  const text = (node: SyntaxNode) => expr.slice(node.from, node.to);
  const ofName = (name: string) => {
    const type = metrics.series(name)?.type;
    const counts = (type === "histogram" || type === "summary") && /_(count|bucket)$/.test(name);
    return counts ? COUNT : dimensionOfName(name);
  };
  const last = (call: SyntaxNode) => call.getChild("FunctionCallBody")?.lastChild;
  const of = (node: SyntaxNode | null | undefined): Dimension | undefined => {
    switch (node?.name) {
      case "NumberDurationLiteral":
        return PERIODS.has(text(node)) ? SECONDS : RATIO;
      case "VectorSelector": {
        const name = node.getChild("Identifier");
        return name ? ofName(text(name)) : undefined;
      }
      case "UnaryExpr":
        return of(node.lastChild);
      case "ParenExpr":
      case "MatrixSelector":
      case "SubqueryExpr":
      case "OffsetExpr":
      case "StepInvariantExpr":
        return of(node.firstChild);
      case "AggregateExpr": {
        const operation = text(node.firstChild as SyntaxNode);
        return operation === "count" ? COUNT : of(last(node));
      }
      case "FunctionCall":
        return ofCall(node);
      case "BinaryExpr":
        return ofOperation(node);
      default:
        return undefined;
    }
  };
  const ofCall = (node: SyntaxNode): Dimension | undefined => {
    const called = text(node.firstChild as SyntaxNode);
    if (called === "time") return SECONDS;
    if (called === "histogram_quantile") {
      const family = /[\w:]+(?=_bucket)/.exec(text(node))?.[0];
      return family === undefined ? undefined : ofName(family);
    }
    // The argument of label_replace, clamp_max and others is their first.
    const first = node.getChild("FunctionCallBody")?.firstChild;
    const value = of(/^(label_|clamp|round|predict)/.test(called) ? first : last(node));
    if (called === "rate" || called === "irate" || called === "deriv") return value && product(value, PER_SECOND);
    return SAME_AS_ARGUMENT.test(called) ? value : undefined;
  };
  const ofOperation = (node: SyntaxNode): Dimension | undefined => {
    const left = of(node.firstChild);
    const right = of(node.lastChild);
    switch (node.firstChild?.nextSibling?.name) {
      case "Mul":
        return left && right && product(left, right);
      case "Div":
        return left && right && product(left, right, -1);
      case "Add":
      case "Sub":
        return left && nameOf(left) !== nameOf(RATIO) ? left : right;
      default:
        return node.getChild("BoolModifier") ? undefined : left;
    }
  };
  return of(parser.parse(expr).topNode.firstChild);
}

/** What a metric measures, by the suffix of its name or, for a recorded series, by the name of its metric and operation. */
function dimensionOfName(name: string): Dimension {
  if (OTHERS[name]) return OTHERS[name];
  if (/[_:](ratio|usage|probability|share\w*)$/.test(name)) return RATIO;
  if (/_epoch$/.test(name)) return { epochs: 1 };
  const [, base, per] = [...name.matchAll(/[_:](bytes|seconds)(_per_second)?(?=[_:]|$)/g)].at(-1) ?? [];
  const dimension = base ? { [base]: 1 } : COUNT;
  return per || /:rate\w*$/.test(name) ? product(dimension, PER_SECOND) : dimension;
}

function product(left: Dimension, right: Dimension, power = 1): Dimension {
  const powers = { ...left };
  for (const [base, of = 0] of entriesOf(right)) powers[base] = (powers[base] ?? 0) + of * power;
  return powers;
}

/** A name that is equal for values that one axis can have. Bytes per read, for example, are bytes. */
function nameOf(dimension: Dimension): string {
  const powers = entriesOf(dimension).filter(([, power]) => power !== 0);
  const measures = powers.filter(([base]) => base === "bytes" || base === "seconds");
  const above = powers.filter(([base, power]) => power > 0 && (base !== "count" || !isBytesOrTime(dimension)));
  const below = measures.filter(([, power]) => power < 0);
  const names = (all: typeof powers) => all.map(([base, power]) => base + (Math.abs(power) > 1 ? power : "")).join(" ");
  if (!above.length && !below.length) return "ratio";
  return [names(above) || "number", ...(below.length ? [names(below).replace(/s\b/g, "")] : [])].join(" per ");
}

const entriesOf = (dimension: Dimension) => Object.entries(dimension) as [Base, number][];

function isBytesOrTime({ bytes = 0, seconds = 0 }: Dimension): boolean {
  return bytes > 0 || seconds > 0;
}

function isTime({ bytes = 0, seconds }: Dimension): boolean {
  return seconds === 1 && bytes <= 0;
}

function isNumber({ bytes = 0, seconds = 0 }: Dimension): boolean {
  return bytes <= 0 && seconds === 0;
}

function isFrequency({ bytes = 0, seconds, count }: Dimension): boolean {
  return bytes === 0 && seconds === -1 && count === 1;
}
