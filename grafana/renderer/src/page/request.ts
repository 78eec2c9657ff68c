import type { AnnotationQuery, FieldConfigSource, DataTransformerConfig } from "@grafana/data";

/** The parts of a dashboard's JSON that are drawn. */
export interface Board {
  readonly title: string;
  readonly panels: readonly PanelJson[];
  readonly templating: { readonly list: readonly VariableJson[] };
  readonly annotations: { readonly list: readonly AnnotationJson[] };
}

export interface PanelJson {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  /** The panels of a collapsed row. */
  readonly panels?: readonly PanelJson[];
  readonly targets?: readonly Target[];
  readonly fieldConfig?: FieldConfigSource;
  readonly transformations?: DataTransformerConfig[];
  // eslint-disable-next-line
  readonly options?: any;
}

export interface Target {
  readonly refId: string;
  readonly expr: string;
  readonly legendFormat?: string;
  readonly format?: "time_series" | "table" | "heatmap";
  readonly instant?: boolean;
  readonly interval?: string;
}

export interface VariableJson {
  readonly name: string;
  readonly label?: string;
  readonly type: string;
  readonly query?: string | { readonly query: string };
  readonly current?: { readonly value?: string | string[] };
  readonly includeAll?: boolean;
  readonly allValue?: string;
  readonly multi?: boolean;
  readonly regex?: string;
  readonly hide?: number;
}

export type AnnotationJson = AnnotationQuery & {
  readonly expr?: string;
  readonly step?: string;
};

/** One board to draw. */
export interface Request {
  readonly board: Board;
  readonly fromMillis: number;
  readonly toMillis: number;
  /** Titles of the panels to draw. All are drawn if this is empty. */
  readonly panels: readonly string[];
  /** Values of variables by name. They replace the values in the board's JSON. */
  readonly chosen: Readonly<Record<string, string>>;
}
