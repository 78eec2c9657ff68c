import { type DataFrame, LoadingState } from "@grafana/data";
import { PanelChrome } from "@grafana/ui";
import { Component, type ReactNode, useEffect, useState } from "react";
import type { Drawing } from "./drawing.js";
import { panelData } from "./panel-data.js";
import { BarsPanel } from "./panels/bars.js";
import { GridPanel } from "./panels/grid.js";
import { HeatPanel } from "./panels/heat.js";
import { NumberPanel } from "./panels/number.js";
import { StatesPanel } from "./panels/states.js";
import { TrendPanel } from "./panels/trend.js";
import type { Outcomes } from "./report.js";
import type { Variables } from "./variables.js";

interface Props extends Omit<Drawing, "frames"> {
  readonly variables: Variables;
  readonly outcomes: Outcomes;
}

const KINDS: Readonly<Record<string, (drawing: Drawing) => ReactNode>> = {
  timeseries: TrendPanel,
  stat: NumberPanel,
  bargauge: BarsPanel,
  heatmap: HeatPanel,
  table: GridPanel,
  "state-timeline": StatesPanel,
};

/** Panels of these types show the text for a missing value instead of "No data". */
const SHOWN_WHEN_EMPTY = new Set(["stat", "bargauge"]);

export function PanelView(props: Props) {
  const { panel, width, height, range, variables, outcomes } = props;
  const [frames, setFrames] = useState<DataFrame[] | Error>();
  const Kind = KINDS[panel.type];
  useEffect(() => {
    panelData(panel, width, range, variables).then(setFrames, (error: unknown) => setFrames(asError(error)));
  }, []);
  const failure = Kind ? frames instanceof Error && frames : new Error(`cannot draw panels of type ${panel.type}`);
  const isEmpty = !failure && frames !== undefined && (frames as DataFrame[]).every(({ length }) => length === 0);
  useEffect(() => {
    if (failure) outcomes.record(panel.id, panel.title, failure);
    else if (frames) outcomes.record(panel.id, panel.title, isEmpty ? "empty" : "drawn");
  }, [frames]);
  return (
    <PanelChrome
      title={panel.title}
      description={panel.description}
      width={width}
      height={height}
      padding={panel.type === "table" ? "none" : "md"}
      loadingState={LoadingState.Done}
    >
      {(innerWidth, innerHeight) => {
        if (failure) return <Message text={failure.message} />;
        if (!frames || !Kind) return null;
        if (isEmpty && !SHOWN_WHEN_EMPTY.has(panel.type)) return <Message text="No data" />;
        return (
          <Boundary failed={(error) => outcomes.record(panel.id, panel.title, error)}>
            <Kind {...props} frames={frames as DataFrame[]} width={innerWidth} height={innerHeight} />
          </Boundary>
        );
      }}
    </PanelChrome>
  );
}

function Message({ text }: { readonly text: string }) {
  return (
    <div style={{ display: "flex", height: "100%", alignItems: "center", justifyContent: "center" }}>
      <span style={{ opacity: 0.65 }}>{text}</span>
    </div>
  );
}

class Boundary extends Component<{ failed: (error: Error) => void; children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error: asError(error) };
  }

  override componentDidCatch(error: unknown) {
    this.props.failed(asError(error));
  }

  override render() {
    return this.state.error ? <Message text={this.state.error.message} /> : this.props.children;
  }
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));
