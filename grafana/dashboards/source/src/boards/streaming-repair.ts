import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { on, rate, ratio, sumBy } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const EMPTY = `${since("5.0")} It needs auto_repair.`;
const byType = (metric: string) => sumBy("instance, repair_type", on(metric));

/** Repairs that Cassandra schedules itself. */
export function autoRepair(): Row {
  return row("Automatic repair", [
    trend({
      title: "Longest unrepaired",
      shows: "Time since the last repair of the node that has waited longest.",
      good: "It is well below gc_grace_seconds (10 days).",
      otherwise: "Repairs take too long or fail, as the next panels show. Deleted data may reappear.",
      empty: EMPTY,
      unit: Unit.SECONDS,
      steps: [
        { from: 0, color: "green" },
        { from: 604800, color: "yellow" },
        { from: 864000, color: "red" },
      ],
      queries: [
        query(
          `max by (cluster, repair_type) (${on("cassandra_auto_repair_longest_unrepaired_seconds")})`,
          "{{repair_type}}",
        ),
      ],
    }),
    trend({
      title: "Running repairs",
      shows: "1 while a node repairs itself.",
      good: "One node at a time repairs itself.",
      otherwise: "If no node repairs itself, see Waits for its turn. If many do, allow fewer parallel repairs.",
      empty: EMPTY,
      unit: Unit.PLAIN,
      queries: [query(byType("cassandra_auto_repair_running"), "{{instance}} {{repair_type}}")],
    }),
    trend({
      title: "Progress",
      shows: "Share of the data that the current or last repair of a node has processed.",
      good: "It increases to 100 %.",
      otherwise: "If it stops, see Validations running and the log.",
      empty: EMPTY,
      unit: Unit.SHARE,
      min: 0,
      max: 1,
      queries: [
        query(
          ratio(byType("cassandra_auto_repair_repaired_bytes"), byType("cassandra_auto_repair_planned_bytes")),
          "{{instance}} {{repair_type}}",
        ),
      ],
    }),
    trend({
      title: "Failed and skipped",
      shows: "Token ranges that failed or were skipped, and tables that were left out, in the current or last repair.",
      good: "There are none.",
      otherwise:
        "For failed ranges, a replica was down or too slow. Skipped tables are too large for the limits of auto_repair.",
      empty: EMPTY,
      unit: Unit.COUNT,
      queries: [
        query(
          sumBy("instance, repair_type, result", on("cassandra_auto_repair_token_ranges", 'result!="succeeded"')),
          "{{instance}} {{repair_type}} ranges {{result}}",
        ),
        query(byType("cassandra_auto_repair_skipped_tables"), "{{instance}} {{repair_type}} tables skipped"),
      ],
    }),
    trend({
      title: "Waits for its turn",
      shows: "Times per second that a node had to wait with its repair, by reason.",
      good: "Nodes wait sometimes, because they repair one after the other.",
      otherwise: "If the reason is always `schedule`, repairs of another type are always running.",
      empty: EMPTY,
      unit: Unit.PER_SECOND,
      queries: [
        query(sumBy("repair_type, cause", rate("cassandra_auto_repair_delays_total")), "{{repair_type}} for {{cause}}"),
      ],
    }),
    trend({
      title: "Duration of a repair",
      shows: "Duration of the last repair of each node, and of the last round of the cluster.",
      good: "A round takes less than half of gc_grace_seconds.",
      otherwise: "Use smaller tables per repair, more parallel repairs, or read-ahead for validation.",
      empty: EMPTY,
      unit: Unit.SECONDS,
      queries: [
        query(byType("cassandra_auto_repair_node_duration_seconds"), "{{instance}} {{repair_type}}"),
        query(
          `max by (cluster, repair_type) (${on("cassandra_auto_repair_cluster_duration_seconds")})`,
          "{{repair_type}} round",
        ),
      ],
    }),
    trend({
      title: "Delay of the next repair",
      shows: "Delay of the next repair of each node compared with min_repair_interval.",
      good: "It is less than a day.",
      otherwise: "If it rises, allow more parallel repairs or longer intervals.",
      empty: EMPTY,
      unit: Unit.SECONDS,
      queries: [query(byType("cassandra_auto_repair_start_lag_seconds"), "{{instance}} {{repair_type}}")],
    }),
  ]);
}
