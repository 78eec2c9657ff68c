/** The parts of a dashboard's JSON that the rules check. Most are optional, so that rules can report missing ones. */
export interface Target {
  readonly refId?: string;
  readonly expr?: string;
  readonly legendFormat?: string;
  readonly interval?: string;
  readonly datasource?: DataSource;
}

export interface DataSource {
  readonly type?: string;
  readonly uid?: string;
}

export interface GridPos {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Panel {
  readonly id?: number;
  readonly type: string;
  readonly title?: string;
  readonly description?: string;
  readonly datasource?: DataSource;
  readonly gridPos?: GridPos;
  /** The panels of a collapsed row. */
  readonly panels?: readonly Panel[];
  readonly targets?: readonly Target[];
  readonly options?: { readonly legend?: { readonly showLegend?: boolean; readonly show?: boolean } };
  readonly fieldConfig?: {
    readonly defaults?: { readonly unit?: string };
    readonly overrides?: readonly Override[];
  };
}

/** Properties of the series that match. */
export interface Override {
  readonly matcher: { readonly id: string; readonly options?: unknown };
  readonly properties: readonly { readonly id: string; readonly value?: unknown }[];
}

export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly datasource?: DataSource;
  readonly query?: string | { readonly query?: string };
}

export interface Link {
  readonly type?: string;
  readonly tags?: readonly string[];
  readonly keepTime?: boolean;
  readonly includeVars?: boolean;
}

export interface Annotation {
  readonly name: string;
  readonly expr?: string;
  readonly datasource?: DataSource;
}

export interface DashboardFile {
  readonly uid?: string;
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly panels?: readonly Panel[];
  readonly links?: readonly Link[];
  readonly templating?: { readonly list?: readonly Variable[] };
  readonly annotations?: { readonly list?: readonly Annotation[] };
}

/** All rows and panels, including the panels of collapsed rows. */
export const allPanelsOf = (board: DashboardFile): readonly Panel[] =>
  (board.panels ?? []).flatMap((panel) => [panel, ...(panel.panels ?? [])]);

export const panelsOf = (board: DashboardFile): readonly Panel[] =>
  allPanelsOf(board).filter((panel) => panel.type !== "row");

export const expressionsOf = (board: DashboardFile): readonly string[] =>
  panelsOf(board)
    .flatMap(({ targets }) => targets ?? [])
    .map(({ expr }) => expr ?? "");

export const variablesOf = (board: DashboardFile): readonly Variable[] => board.templating?.list ?? [];

export const annotationsOf = (board: DashboardFile): readonly Annotation[] => board.annotations?.list ?? [];
