import {
  type DataFrame,
  type DynamicConfigValue,
  FieldColorModeId,
  FieldConfigOptionsRegistry,
  type FieldConfigPropertyItem,
  type FieldConfigSource,
  FieldType,
  type GrafanaTheme2,
  ThresholdsMode,
  applyFieldOverrides,
  getDisplayProcessor,
  numberOverrideProcessor,
  standardTransformers,
  standardTransformersRegistry,
  unitOverrideProcessor,
} from "@grafana/data";

export const TIME_ZONE = "utc";

/** Grafana's defaults for a panel that sets no color or no thresholds. */
const DEFAULTS = {
  color: { mode: FieldColorModeId.PaletteClassic },
  thresholds: {
    mode: ThresholdsMode.Absolute,
    steps: [
      { value: -Infinity, color: "green" },
      { value: 80, color: "red" },
    ],
  },
} as const;

/**
 * The properties that a panel can set for all fields, or override for some. Grafana registers them in its application,
 * not in its packages.
 */
const PROPERTIES = new FieldConfigOptionsRegistry(() => [
  property("unit", unitOverrideProcessor),
  property("decimals", numberOverrideProcessor),
  property("min", numberOverrideProcessor),
  property("max", numberOverrideProcessor),
  property("color", asItIs),
  property("thresholds", asItIs),
  property("mappings", asItIs),
  property("noValue", asItIs),
  property("displayName", asItIs),
  custom("lineStyle"),
  custom("lineWidth"),
  custom("fillOpacity"),
  custom("axisPlacement"),
  custom("axisSoftMax"),
  custom("cellOptions"),
  custom("width"),
]);

/** A property that belongs to the panel's type. In the JSON it is below "custom". */
function custom(path: string): FieldConfigPropertyItem {
  return { ...property(`custom.${path}`, asItIs), path, isCustom: true };
}

function asItIs<T>(value: T): T {
  return value;
}

function property(id: string, process: FieldConfigPropertyItem["process"]): FieldConfigPropertyItem {
  const editor = () => null;
  return { id, path: id, name: id, editor, override: editor, process, shouldApply: () => true, settings: {} };
}

/** The transformations that boards use. */
export function registerTransformations(): void {
  const { mergeTransformer, filterFieldsByNameTransformer, organizeFieldsTransformer } = standardTransformers;
  standardTransformersRegistry.setInit(() =>
    [mergeTransformer, filterFieldsByNameTransformer, organizeFieldsTransformer].map((transformation) => ({
      id: transformation.id,
      name: transformation.name,
      editor: () => null,
      transformation,
    })),
  );
}

/**
 * Returns the frames with the unit, thresholds, colors and names that the panel sets.
 *
 * @param custom the defaults of the properties that belong to the panel's type
 */
export function configured(
  frames: DataFrame[],
  source: FieldConfigSource | undefined,
  theme: GrafanaTheme2,
  custom: Readonly<Record<string, unknown>> = {},
): DataFrame[] {
  const defaults = { ...DEFAULTS, ...source?.defaults };
  const thresholds = {
    ...defaults.thresholds,
    // JSON has no infinity: Grafana writes null in place of -Infinity.
    steps: defaults.thresholds.steps.map((step) => ({ ...step, value: (step.value as number | null) ?? -Infinity })),
  };
  const config = { ...defaults, thresholds, custom: { ...custom, ...source?.defaults.custom } };
  const fields = applyFieldOverrides({
    data: frames,
    fieldConfig: { defaults: config, overrides: withoutLinks(source?.overrides ?? []) },
    fieldConfigRegistry: PROPERTIES,
    replaceVariables: (text) => text,
    theme,
    timeZone: TIME_ZONE,
  });
  let index = 0;
  for (const { fields: all } of fields)
    for (const field of all) {
      field.config = { ...field.config, custom: { ...config.custom, ...field.config.custom }, links: [] };
      if (field.type === FieldType.number) field.state = { ...field.state, seriesIndex: index++ };
      field.display = getDisplayProcessor({ field, theme, timeZone: TIME_ZONE });
    }
  return fields;
}

function withoutLinks(overrides: FieldConfigSource["overrides"]): FieldConfigSource["overrides"] {
  const noLink = ({ id }: DynamicConfigValue) => id !== "links";
  return overrides.map((override) => ({ ...override, properties: override.properties.filter(noLink) }));
}
