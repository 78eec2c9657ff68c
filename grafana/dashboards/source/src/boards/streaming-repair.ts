import { type Row, row } from "../vocabulary/board.js";
import { trend } from "../vocabulary/panels.js";
import { on, rate, ratio, sumBy } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const EMPTY = `${since("5.0")} Where auto_repair is not enabled.`;
const byType = (metric: string) => sumBy("instance, repair_type", on(metric));

/** Repairs that Cassandra schedules itself. */
export function autoRepair(): Row {
  return row("Automatic repair", [
    trend({
      title: "Longest unrepaired",
      shows: "Time since the repair of the node that has waited longest.",
      good: "below gc_grace_seconds (10 days), with days to spare.",
      otherwise: "repairs take too long or fail: see the panels beside; deleted data may come back.",
      empty: EMPTY,
      unit: Unit.SECONDS,
      steps: [
        { from: 0, color: "green" },
        { from: 604800, color: "yellow" },
        { from: 864000, color: "red" },
      ],
      queries: [
        query(`max by (repair_type) (${on("cassandra_auto_repair_longest_unrepaired_seconds")})`, "{{repair_type}}"),
      ],
    }),
    trend({
      title: "Running, and how late the next is",
      shows: "1 while a node repairs itself, and how much later than min_repair_interval its next repair is, in days.",
      good: "one node at a time; late by less than a day.",
      otherwise: "later each day: more parallel repairs, or longer intervals.",
      empty: EMPTY,
      unit: Unit.PLAIN,
      queries: [
        query(byType("cassandra_auto_repair_running"), "{{instance}} {{repair_type}} running"),
        query(`${byType("cassandra_auto_repair_start_lag_seconds")} / 86400`, "{{instance}} {{repair_type}} days late"),
      ],
    }),
    trend({
      title: "Progress",
      shows: "Data that the current or last repair of a node has gone through.",
      good: "rises to 100 %.",
      otherwise: "stands still: see validations running and the log.",
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
      shows: "Token ranges that failed or were skipped, and tables left out, in the current or last repair.",
      good: "0.",
      otherwise: "failed: a replica was down or too slow. Skipped: tables too large for the limits of auto_repair.",
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
      shows: "Times per second that a node had to wait with its repair, by what for.",
      good: "some: neighbours take turns.",
      otherwise: "always schedule: repairs of another type take all the time.",
      empty: EMPTY,
      unit: Unit.PER_SECOND,
      queries: [
        query(sumBy("repair_type, cause", rate("cassandra_auto_repair_delays_total")), "{{repair_type}} for {{cause}}"),
      ],
    }),
    trend({
      title: "Duration of a repair",
      shows: "Duration of the last repair of each node, and of the last round through the cluster.",
      good: "a round takes less than half of gc_grace_seconds.",
      otherwise: "smaller tables per repair, more parallel ones, or nodes that read ahead in validation.",
      empty: EMPTY,
      unit: Unit.SECONDS,
      queries: [
        query(byType("cassandra_auto_repair_node_duration_seconds"), "{{instance}} {{repair_type}}"),
        query(
          `max by (repair_type) (${on("cassandra_auto_repair_cluster_duration_seconds")})`,
          "{{repair_type}} round",
        ),
      ],
    }),
  ]);
}
