import { type DisplayValueAlignmentFactors, type FieldDisplay, getDisplayValueAlignmentFactors } from "@grafana/data";
import { BarGaugeSizing } from "@grafana/schema";
import { BarGauge, VizRepeater, type VizRepeaterRenderValueProps } from "@grafana/ui";
import { displayValues } from "../display-values.js";
import type { Drawing } from "../drawing.js";

/** A bar gauge, drawn by Grafana's component. */
export function BarsPanel(drawing: Drawing) {
  const { panel, frames, theme, width, height } = drawing;
  const { options } = panel;
  const one = ({
    value,
    width: each,
    height: high,
    orientation,
    alignmentFactors,
  }: VizRepeaterRenderValueProps<FieldDisplay, DisplayValueAlignmentFactors>) => (
    <BarGauge
      value={value.display}
      field={value.field}
      text={options.text}
      display={value.view?.getFieldDisplayProcessor(value.colIndex ?? 0)}
      alignmentFactors={alignmentFactors}
      width={each}
      height={high}
      orientation={orientation}
      displayMode={options.displayMode}
      valueDisplayMode={options.valueMode}
      namePlacement={options.namePlacement}
      showUnfilled={options.showUnfilled}
      itemSpacing={8}
      lcdCellWidth={12}
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
      minVizHeight={options.sizing === BarGaugeSizing.Manual ? options.minVizHeight : 16}
      maxVizHeight={options.maxVizHeight}
      source={frames}
      renderCounter={0}
      orientation={options.orientation}
    />
  );
}
