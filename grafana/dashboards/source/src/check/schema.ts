import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from "ajv";
import { createGenerator } from "ts-json-schema-generator";
import { type DashboardFile, type Panel, annotationsOf, panelsOf } from "./dashboard-file.js";

/** Fields of an annotation that Grafana's Prometheus data source reads and that the schema of dashboards does not define. */
const OF_DATA_SOURCE = ["expr", "step", "titleFormat", "textFormat", "tagKeys"];

const PANEL_SCHEMAS: Readonly<Record<string, string>> = {
  timeseries: "TimeSeries",
  stat: "Stat",
  bargauge: "BarGauge",
  heatmap: "Heatmap",
  table: "Table",
  "state-timeline": "StateTimeline",
};

/** Validates dashboards and the options of their panels. The JSON schemas are generated from types of @grafana/schema. */
export class GrafanaSchema {
  private readonly ajv = new Ajv({ allErrors: true, strict: false });
  private readonly raw = rawFolder();
  private readonly validators = new Map<string, ValidateFunction>();

  breaches(board: DashboardFile): string[] {
    const dashboard = this.validator("dashboard/x/dashboard_types.gen.d.ts", "Dashboard");
    const found = dashboard(withoutDataSourceParts(board)) ? [] : lines(dashboard.errors);
    return [...found, ...panelsOf(board).flatMap((panel) => this.panelBreaches(panel))];
  }

  private panelBreaches(panel: Panel): string[] {
    const name = PANEL_SCHEMAS[panel.type];
    if (!name) return [`panel "${panel.title}" is of a type without schema: ${panel.type}`];
    const file = `composable/${panel.type === "state-timeline" ? "statetimeline" : panel.type}/panelcfg/x/${name}PanelCfg_types.gen.d.ts`;
    const options = this.validator(file, "Options");
    return options(panel.options ?? {})
      ? []
      : lines(options.errors).map((line) => `panel "${panel.title}", options${line}`);
  }

  private validator(file: string, type: string): ValidateFunction {
    const key = `${file} ${type}`;
    let validator = this.validators.get(key);
    if (!validator) {
      const path = join(this.raw, file);
      if (!existsSync(path)) throw new Error(`@grafana/schema has no ${file}`);
      const schema = createGenerator({ path, type, skipTypeCheck: true, additionalProperties: false }).createSchema(
        type,
      );
      validator = this.ajv.compile(schema as AnySchema);
      this.validators.set(key, validator);
    }
    return validator;
  }
}

function rawFolder(): string {
  const entry = createRequire(import.meta.url).resolve("@grafana/schema");
  return join(dirname(entry), "..", "esm", "raw");
}

function withoutDataSourceParts(board: DashboardFile): unknown {
  const list = annotationsOf(board).map((annotation) =>
    Object.fromEntries(Object.entries(annotation).filter(([key]) => !OF_DATA_SOURCE.includes(key))),
  );
  return { ...board, annotations: { list } };
}

/** One line per error. Errors of anyOf are left out, because the errors of its alternatives have their own lines. */
function lines(errors: ErrorObject[] | null | undefined): string[] {
  return (errors ?? [])
    .filter(({ keyword }) => keyword !== "anyOf")
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}
