import "@fontsource/inter/400.css";
import "@fontsource/inter/500.css";
import { createRoot } from "react-dom/client";
import { BoardView } from "./board-view.js";
import { registerTransformations } from "./field-config.js";
import { chosenPanels } from "./chosen-panels.js";
import { momentsOf } from "./moments.js";
import { type BoardReport, Outcomes } from "./report.js";
import type { Request } from "./request.js";
import { Variables } from "./variables.js";

declare global {
  interface Window {
    request: Request;
    report?: BoardReport;
  }
}

/** The wait for legends and tables, which measure themselves after they are drawn and are then drawn again. */
const SETTLE_MILLIS = 700;
const POLL_MILLIS = 50;

async function draw(request: Request): Promise<void> {
  registerTransformations();
  const variables = await Variables.of(request);
  const moments = await momentsOf(request, variables);
  // Axes measure their labels only once, so the font must be loaded before they are drawn.
  await Promise.all(["400 12px Inter", "500 14px Inter"].map((font) => document.fonts.load(font)));
  const panels = chosenPanels(request.board.panels, request.panels);
  const outcomes = new Outcomes(panels.filter(({ type }) => type !== "row").length);
  const root = document.getElementById("board");
  if (!root) throw new Error("the page has no element #board");
  createRoot(root).render(
    <BoardView request={request} panels={panels} variables={variables} moments={moments} outcomes={outcomes} />,
  );
  while (!outcomes.complete) await pause(POLL_MILLIS);
  await pause(SETTLE_MILLIS);
  window.report = outcomes.report();
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

draw(window.request).catch((error: unknown) => {
  window.report = { drawn: 0, empty: [], failed: [String(error)] };
});
