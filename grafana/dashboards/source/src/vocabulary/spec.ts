import type { Unit } from "./units.js";

export interface Query {
  readonly expr: string;
  readonly legend: string;
  /** The unit of the query in a panel over time, if it is not that of the panel. The query then has the axis on the right. */
  readonly unit?: Unit;
}

/** The color of values from a lower bound on. */
export interface Step {
  readonly from: number;
  readonly color: "green" | "yellow" | "orange" | "red" | "blue" | "transparent";
}

/** The text and the color that a panel shows for a value. */
export interface Word {
  readonly value: number;
  readonly text: string;
  readonly color: Step["color"];
}

/** Title, texts and queries of a panel. All texts except the title are complete sentences. */
export interface PanelSpec {
  readonly title: string;
  /** What the panel shows. */
  readonly shows: string;
  /** Which values are good. */
  readonly good: string;
  /** What to do if values are not good. */
  readonly otherwise: string;
  /** Why the panel may have no data: releases without the metric, settings that it needs, or work that does not happen. */
  readonly empty?: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** In columns of the grid, which has 24. */
  readonly width?: number;
  readonly height?: number;
  readonly decimals?: number;
  /** Shows the name of each series with its value. */
  readonly names?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly steps?: readonly Step[];
}

export const query = (expr: string, legend: string): Query => ({ expr, legend });
/** A query of another unit than its panel. */
export const inUnit = (unit: Unit, of: Query): Query => ({ ...of, unit });

export function description(spec: PanelSpec): string {
  const text = `${spec.shows}\n\n**Good:** ${spec.good}\n\n**Otherwise:** ${spec.otherwise}`;
  return spec.empty ? `${text}\n\n**Empty:** ${spec.empty}` : text;
}

/** The text of `empty` for metrics that only the agent can measure. */
export const NOT_OVER_JMX = "There is no data over remote JMX.";

/** The text of `empty` for metrics that Cassandra exports from this line on. */
export const since = (line: string): string => `Cassandra ${line} and later export this.`;
