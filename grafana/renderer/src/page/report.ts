/** The result of drawing the panels of a board. */
export interface BoardReport {
  /** The number of panels that were drawn with data. */
  readonly drawn: number;
  /** Titles of panels that had no data. */
  readonly empty: readonly string[];
  /** Titles of panels that could not be drawn, each with the reason. */
  readonly failed: readonly string[];
}

type Outcome = "drawn" | "empty";

/** Collects the panels' outcomes until each panel has reported. */
export class Outcomes {
  private readonly outcomes = new Map<number, { title: string; outcome: Outcome | Error }>();

  constructor(private readonly expected: number) {}

  record(id: number, title: string, outcome: Outcome | Error): void {
    // An error remains reported even if something is drawn afterwards.
    if (!(this.outcomes.get(id)?.outcome instanceof Error)) this.outcomes.set(id, { title, outcome });
  }

  get complete(): boolean {
    return this.outcomes.size >= this.expected;
  }

  report(): BoardReport {
    const all = [...this.outcomes.values()];
    return {
      drawn: all.filter(({ outcome }) => outcome === "drawn").length,
      empty: all.filter(({ outcome }) => outcome === "empty").map(({ title }) => title),
      failed: all.flatMap(({ title, outcome }) => (outcome instanceof Error ? [`${title}: ${outcome.message}`] : [])),
    };
  }
}
