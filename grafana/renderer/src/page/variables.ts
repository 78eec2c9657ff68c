import { askNow, labelValues, type Series } from "./prometheus.js";
import type { Request, VariableJson } from "./request.js";

const ALL = "$__all";
// Does not match $1, which is a group of label_replace.
const USE = /\$(?:\{(\w+)(?::(\w+))?\}|([a-zA-Z_]\w*))/g;
const LABEL_VALUES = /^label_values\((.*),\s*(\w+)\)$/s;
const QUERY_RESULT = /^query_result\((.*)\)$/s;

export interface Choice {
  readonly label: string;
  /** The value that is displayed above the board. */
  readonly text: string;
  readonly hidden: boolean;
}

/** The values of a board's variables, as displayed above the board and as inserted into PromQL. */
export class Variables {
  readonly choices: Choice[] = [];
  private readonly values = new Map<string, string>();

  /** Resolves the variables in their order, because the query of a variable can use the variables before it. */
  static async of(request: Request): Promise<Variables> {
    const variables = new Variables();
    for (const variable of request.board.templating.list) await variables.add(variable, request);
    return variables;
  }

  private async add(variable: VariableJson, request: Request): Promise<void> {
    const { name, label = name } = variable;
    if (variable.type === "datasource") return;
    const given = request.chosen[name] ?? [variable.current?.value ?? ""].flat().join(",");
    const isAll = given === ALL || (given === "" && variable.includeAll === true);
    const isFirst = given === "" && variable.type === "query" && !isAll;
    const many = variable.multi === true || variable.includeAll === true;
    const chosen = isAll || isFirst ? await this.all(variable, request) : given.split(",");
    const one = isFirst ? (chosen[0] ?? "") : given;
    this.values.set(name, isAll && variable.allValue ? variable.allValue : many ? alternatives(chosen) : one);
    this.choices.push({ label, text: isAll ? "All" : one, hidden: (variable.hide ?? 0) === 2 });
  }

  private async all(variable: VariableJson, request: Request): Promise<string[]> {
    const query = typeof variable.query === "object" ? variable.query.query : (variable.query ?? "");
    if (variable.type !== "query") return query.split(",").map((one) => one.trim());
    const __range = `${Math.round((request.toMillis - request.fromMillis) / 1000)}s`;
    const result = QUERY_RESULT.exec(this.in(query, { __range }));
    if (result) {
      const series = await askNow(result[1]!, request.toMillis / 1000);
      return filtered(series.map(displayed), variable.regex).sort();
    }
    const match = LABEL_VALUES.exec(this.in(query, {}));
    if (!match)
      throw new Error(
        `$${variable.name}: only label_values(series, label) and query_result(expr) are supported, not ${query}`,
      );
    const found = await labelValues(match[2]!, match[1]!, request.fromMillis / 1000, request.toMillis / 1000);
    return filtered(found, variable.regex).sort();
  }

  /**
   * Returns the text with each variable replaced by its value.
   *
   * @param scoped the values of variables that only this panel or query has, such as __rate_interval
   */
  in(text: string, scoped: Readonly<Record<string, string>>): string {
    return text.replace(USE, (use, braced: string | undefined, _format, bare: string | undefined) => {
      const name = braced ?? bare ?? "";
      const value = scoped[name] ?? this.values.get(name);
      if (value === undefined) throw new Error(`there is no variable ${use}`);
      return value;
    });
  }
}

/** The text of a series to which the regular expression of a variable is applied. */
function displayed({ labels }: Series): string {
  return `{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(",")}}`;
}

function filtered(values: readonly string[], regex: string | undefined): string[] {
  const pattern = /^\/(.*)\/(\w*)$/s.exec(regex ?? "");
  if (!pattern) return [...values];
  const expression = new RegExp(pattern[1]!, pattern[2]);
  const kept = values.flatMap((value) => {
    const match = expression.exec(value);
    return match ? [match[1] ?? match[0]] : [];
  });
  return [...new Set(kept)];
}

/** Returns a regular expression that matches the values, escaped for a PromQL string as Grafana does. */
function alternatives(values: readonly string[]): string {
  const escaped = values.map((value) => value.replace(/[\\^$.*+?()[\]{}|]/g, "\\\\$&"));
  return escaped.length === 1 ? escaped[0]! : `(${escaped.join("|")})`;
}
