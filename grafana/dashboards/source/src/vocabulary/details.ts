import { type Row, row } from "./board.js";
import { trend } from "./panels.js";
import { on, quantile, rate, sumBy } from "./promql.js";
import { type PanelSpec, type Query, query } from "./spec.js";

/** The rate of a counter, by `labels` or by instance. */
export const counter = (name: string, legend: string, labels = ""): Query =>
  query(sumBy(labels || "instance", rate(name)), legendOf(legend, labels));
/** The value of a gauge, by `labels` or by instance. */
export const gauge = (name: string, legend: string, labels = ""): Query =>
  query(`max by (cluster, ${labels || "instance"}) (${on(name)})`, legendOf(legend, labels));
/** The time since the earliest Unix time of a gauge, by `labels` or by instance. */
export const age = (name: string, legend: string, labels = ""): Query =>
  query(`time() - min by (cluster, ${labels || "instance"}) (${on(name)})`, legendOf(legend, labels));
/** The first percentile of a histogram, for values of which the lowest matter, by `labels`. */
export const lowest = (name: string, legend: string, labels = ""): Query =>
  query(quantile(0.01, labels, name), `${legendOf(legend, labels)} p1`);
/** The 99th percentile of a histogram, by `labels`. */
export const p99 = (name: string, legend: string, labels = ""): Query =>
  query(quantile(0.99, labels, name), `${legendOf(legend, labels)} p99`);

function legendOf(legend: string, labels: string): string {
  const values = labels
    .split(", ")
    .filter(Boolean)
    .map((label) => `{{${label}}}`);
  return [...values, legend].filter(Boolean).join(" ");
}

/** A row with one panel over time for each spec. */
export const details = (title: string, all: readonly PanelSpec[]): Row => row(title, all.map(trend));
