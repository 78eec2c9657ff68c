import { type DisplayValueAlignmentFactors, type FieldDisplay, getDisplayValueAlignmentFactors } from "@grafana/data";
import { VizOrientation } from "@grafana/schema";
import { BigValue, VizRepeater, type VizRepeaterRenderValueProps } from "@grafana/ui";
import { displayValues } from "../display-values.js";
import type { Drawing } from "../drawing.js";

/** A stat panel, drawn by Grafana's component. */
export function NumberPanel(drawing: Drawing) {
  const { panel, frames, theme, width, height } = drawing;
  const { options } = panel;
  const one = ({
    value,
    width: each,
    height: high,
    count,
    alignmentFactors,
  }: VizRepeaterRenderValueProps<FieldDisplay, DisplayValueAlignmentFactors>) => (
    <BigValue
      value={value.display}
      count={count}
      alignmentFactors={alignmentFactors}
      width={each}
      height={high}
      colorMode={options.colorMode}
      graphMode={options.graphMode}
      justifyMode={options.justifyMode}
      textMode={options.textMode}
      theme={theme}
    />
  );
  return (
    <VizRepeater
      getValues={() => displayValues(drawing)}
      getAlignmentFactors={getDisplayValueAlignmentFactors}
      renderValue={one}
      width={width}
      height={height}
      source={frames}
      itemSpacing={3}
      renderCounter={0}
      autoGrid={true}
      orientation={options.orientation ?? VizOrientation.Auto}
    />
  );
}
