import { type FieldDisplay, getFieldDisplayValues } from "@grafana/data";
import { TIME_ZONE, configured } from "./field-config.js";
import type { Drawing } from "./drawing.js";

/** Reduces each series to one number by the panel's option reduceOptions, with its text and color. */
export function displayValues({ panel, frames, theme }: Drawing): FieldDisplay[] {
  return getFieldDisplayValues({
    fieldConfig: panel.fieldConfig ?? { defaults: {}, overrides: [] },
    reduceOptions: panel.options.reduceOptions,
    replaceVariables: (text) => text,
    theme,
    data: configured(frames, panel.fieldConfig, theme),
    timeZone: TIME_ZONE,
  });
}
