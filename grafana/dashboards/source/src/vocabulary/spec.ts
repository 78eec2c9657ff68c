import type { Unit } from "./units.js";

export interface Query {
  readonly expr: string;
  readonly legend: string;
}

/** A color from a value on. */
export interface Step {
  readonly from: number;
  readonly color: "green" | "yellow" | "orange" | "red" | "blue" | "transparent";
}

/** What a value is called. */
export interface Word {
  readonly value: number;
  readonly text: string;
  readonly color: Step["color"];
}

/** What every panel has. Texts are complete sentences. */
export interface PanelSpec {
  readonly title: string;
  /** What it shows. */
  readonly shows: string;
  readonly good: string;
  /** What to do when it is not good. */
  readonly otherwise: string;
  /** When it is rightly empty: releases that lack the metric, settings it needs, work that does not happen. */
  readonly empty?: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** Of 24 columns. */
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

export function description(spec: PanelSpec): string {
  const text = `${spec.shows}\n\n**Good:** ${spec.good}\n\n**Otherwise:** ${spec.otherwise}`;
  return spec.empty ? `${text}\n\n**Empty:** ${spec.empty}` : text;
}

/** From a release of Cassandra on. */
export const since = (line: string): string => `Cassandra ${line} and later export this.`;
