import { type Row, row } from "./board.js";
import { trend } from "./panels.js";
import { on, quantile, rate, sumBy } from "./promql.js";
import { type PanelSpec, type Query, query } from "./spec.js";

/** Panels over time for one node, whose queries are alike: a rate of a counter, a gauge or a percentile. */
/** Per second, by labels if there are any. */
export const counter = (name: string, legend: string, labels = ""): Query =>
  query(sumBy(labels || "instance", rate(name)), legendOf(legend, labels));
export const gauge = (name: string, legend: string, labels = ""): Query =>
  query(`max by (cluster, ${labels || "instance"}) (${on(name)})`, legendOf(legend, labels));
export const p99 = (name: string, legend: string, labels = ""): Query =>
  query(quantile(0.99, labels, name), `${legendOf(legend, labels)} p99`);

function legendOf(legend: string, labels: string): string {
  const values = labels
    .split(", ")
    .filter(Boolean)
    .map((label) => `{{${label}}}`);
  return [...values, legend].filter(Boolean).join(" ");
}

export const details = (title: string, all: readonly PanelSpec[]): Row => row(title, all.map(trend));
