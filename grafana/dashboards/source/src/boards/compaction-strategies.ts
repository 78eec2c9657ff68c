import { type Row, row } from "../vocabulary/board.js";
import { bars } from "../vocabulary/panels.js";
import { KEYSPACE, TABLE, maxBy, on, top } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const BY = "keyspace, table";
const LEGEND = "{{keyspace}}.{{table}}";
const unlessIncluded = (name: string) => `\`metrics.table.include\` in foreread.yaml must contain \`${name}\`.`;

/** Metrics of Cassandra do not contain the strategy of a table. Each panel shows the sign that one strategy falls behind. */
export function strategies(): Row {
  return row("By strategy: signs that compaction falls behind", [
    bars({
      title: "Size-tiered and unified: live sstables per node",
      width: 12,
      height: 8,
      shows: "Mean number of live sstables per node, for the tables with the most.",
      good: "It is below 30 and rises and falls.",
      otherwise:
        "If it rises without end, tiers fill faster than they are merged. Raise the throttle or enable read-ahead.",
      unit: Unit.COUNT,
      queries: [
        query(top(`avg by (cluster, ${BY}) (${on("cassandra_table_live_sstables", KEYSPACE, TABLE)})`), LEGEND),
      ],
    }),
    bars({
      title: "Leveled: sstables in level 0",
      width: 12,
      height: 8,
      shows: "Number of sstables in level 0 on the node with the most, for the tables with the most.",
      good: "There are fewer than 4.",
      otherwise:
        "Above 32, Cassandra first compacts these sstables by size. The table has too many writes for leveled compaction.",
      empty: `${since("4.0")} ${unlessIncluded("cassandra_table_unleveled_sstables")}`,
      unit: Unit.COUNT,
      queries: [query(top(maxBy(BY, on("cassandra_table_unleveled_sstables", KEYSPACE, TABLE))), LEGEND)],
    }),
    bars({
      title: "Time-window: longest span of one sstable",
      width: 12,
      height: 8,
      shows: "Longest time between the oldest and the newest write in one sstable.",
      good: "It is one window.",
      otherwise:
        "Late writes, read repair or USING TIMESTAMP mix several windows in one sstable, which then does not expire as a whole.",
      empty: `${since("5.0")} ${unlessIncluded("cassandra_table_sstable_duration_maximum_seconds")}`,
      unit: Unit.SECONDS,
      queries: [
        query(
          top(`max by (cluster, ${BY}) (${on("cassandra_table_sstable_duration_maximum_seconds", KEYSPACE, TABLE)})`),
          LEGEND,
        ),
      ],
    }),
    bars({
      title: "All strategies: largest sstable",
      width: 12,
      height: 8,
      shows: "Size of the largest live sstable, for the tables with the largest.",
      good: "It is below a fifth of the free disk space.",
      otherwise: "Its next compaction needs as much space again. Unified or leveled compaction keeps sstables small.",
      empty: `${since("5.0")} ${unlessIncluded("cassandra_table_sstable_size_maximum_bytes")}`,
      unit: Unit.BYTES,
      queries: [
        query(
          top(`max by (cluster, ${BY}) (${on("cassandra_table_sstable_size_maximum_bytes", KEYSPACE, TABLE)})`),
          LEGEND,
        ),
      ],
    }),
  ]);
}
