import { ThemeContext, createTheme, dateTimeFormat } from "@grafana/data";
import { GlobalStyles, PortalContainer } from "@grafana/ui";
import { TIME_ZONE } from "./field-config.js";
import { timeRange } from "./intervals.js";
import type { Moment } from "./moments.js";
import { PanelView } from "./panel-view.js";
import type { Outcomes } from "./report.js";
import type { PanelJson, Request } from "./request.js";
import type { Variables } from "./variables.js";

/** The number of columns of Grafana's dashboard grid. */
const COLUMNS = 24;
const CELL_PIXELS = 30;
const GAP_PIXELS = 8;
const MARGIN_PIXELS = 16;
const HEADER_PIXELS = 88;

interface Props {
  readonly request: Request;
  readonly panels: readonly PanelJson[];
  readonly variables: Variables;
  readonly moments: readonly Moment[];
  readonly outcomes: Outcomes;
}

const theme = createTheme({ colors: { mode: "dark" } });

export function BoardView({ request, panels, variables, moments, outcomes }: Props) {
  const range = timeRange(request.fromMillis, request.toMillis);
  const cell = (window.innerWidth - 2 * MARGIN_PIXELS + GAP_PIXELS) / COLUMNS;
  const bottom = Math.max(...panels.map(({ gridPos }) => gridPos.y + gridPos.h));
  return (
    <ThemeContext.Provider value={theme}>
      <GlobalStyles />
      <div
        style={{
          position: "relative",
          background: theme.colors.background.canvas,
          height: HEADER_PIXELS + bottom * (CELL_PIXELS + GAP_PIXELS) + MARGIN_PIXELS,
        }}
      >
        <Header request={request} variables={variables} />
        {panels.map((panel) => {
          const { x, y, w, h } = panel.gridPos;
          const width = Math.floor(w * cell - GAP_PIXELS);
          const height = h * (CELL_PIXELS + GAP_PIXELS) - GAP_PIXELS;
          const left = MARGIN_PIXELS + x * cell;
          const top = HEADER_PIXELS + y * (CELL_PIXELS + GAP_PIXELS);
          return (
            <div key={panel.id} style={{ position: "absolute", left, top, width, height }}>
              {panel.type === "row" ? (
                <Row title={panel.title} />
              ) : (
                <PanelView {...{ panel, width, height, range, variables, moments, outcomes, theme }} />
              )}
            </div>
          );
        })}
      </div>
      <PortalContainer />
    </ThemeContext.Provider>
  );
}

function Header({ request, variables }: Pick<Props, "request" | "variables">) {
  const time = (millis: number) => dateTimeFormat(millis, { timeZone: TIME_ZONE });
  return (
    <div style={{ padding: `12px ${MARGIN_PIXELS}px 0` }}>
      <div style={{ display: "flex", justifyContent: "space-between", alignItems: "baseline" }}>
        <span style={{ fontSize: 18, fontWeight: 500 }}>{request.board.title}</span>
        <span style={{ color: theme.colors.text.secondary }}>
          {time(request.fromMillis)} to {time(request.toMillis)} UTC
        </span>
      </div>
      <div style={{ display: "flex", gap: 8, marginTop: 8 }}>
        {variables.choices
          .filter(({ hidden }) => !hidden)
          .map(({ label, text }) => (
            <span key={label} style={{ background: theme.colors.background.secondary, padding: "4px 8px" }}>
              <span style={{ fontSize: 12, fontWeight: 500 }}>{label}</span>{" "}
              <span style={{ fontSize: 12, color: theme.colors.text.secondary }}>{text}</span>
            </span>
          ))}
      </div>
    </div>
  );
}

function Row({ title }: { readonly title: string }) {
  return <div style={{ fontSize: 16, fontWeight: 500, lineHeight: `${CELL_PIXELS}px` }}>{title}</div>;
}
