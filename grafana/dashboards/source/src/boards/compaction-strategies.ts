import { type Row, row } from "../vocabulary/board.js";
import { bars } from "../vocabulary/panels.js";
import { KEYSPACE, TABLE, on, sumBy, top } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const BY = "keyspace, table";
const LEGEND = "{{keyspace}}.{{table}}";
const unlessIncluded = (name: string) => `Unless \`metrics.table.include\` in foreread.yaml has \`${name}\`.`;

/** No metric of Cassandra names a table's strategy; each falls behind in a way of its own. */
export function strategies(): Row {
  return row("By strategy: where each shows that it is behind", [
    bars({
      title: "Size-tiered and unified: live sstables per node",
      width: 12,
      height: 8,
      shows: "Mean number of live sstables per node, of the tables that have most.",
      good: "below 30, in a saw-tooth.",
      otherwise: "climbs: tiers fill faster than they are merged; raise the throttle or let nodes read ahead.",
      unit: Unit.COUNT,
      queries: [query(top(`avg by (${BY}) (${on("cassandra_table_live_sstables", KEYSPACE, TABLE)})`), LEGEND)],
    }),
    bars({
      title: "Leveled: sstables in level 0",
      width: 12,
      height: 8,
      shows: "Sstables that are in no level yet, of the tables that have most.",
      good: "below 4.",
      otherwise: "above 32 Cassandra compacts them by size first: writes are too many for leveled compaction.",
      empty: `${since("4.0")} ${unlessIncluded("cassandra_table_unleveled_sstables")}`,
      unit: Unit.COUNT,
      queries: [query(top(sumBy(BY, on("cassandra_table_unleveled_sstables", KEYSPACE, TABLE))), LEGEND)],
    }),
    bars({
      title: "Time-window: longest span of one sstable",
      width: 12,
      height: 8,
      shows: "Longest time between the oldest and the newest write in one sstable.",
      good: "one window.",
      otherwise: "many windows: late writes, read repair or USING TIMESTAMP mix them, and nothing expires as a whole.",
      empty: `${since("5.0")} ${unlessIncluded("cassandra_table_sstable_duration_maximum_seconds")}`,
      unit: Unit.SECONDS,
      queries: [
        query(
          top(`max by (${BY}) (${on("cassandra_table_sstable_duration_maximum_seconds", KEYSPACE, TABLE)})`),
          LEGEND,
        ),
      ],
    }),
    bars({
      title: "All: largest sstable",
      width: 12,
      height: 8,
      shows: "Size of the largest live sstable, of the tables that have the largest.",
      good: "below a fifth of the free space of the disk.",
      otherwise: "its next compaction needs as much space again; unified or leveled compaction keeps them small.",
      empty: `${since("5.0")} ${unlessIncluded("cassandra_table_sstable_size_maximum_bytes")}`,
      unit: Unit.BYTES,
      queries: [
        query(top(`max by (${BY}) (${on("cassandra_table_sstable_size_maximum_bytes", KEYSPACE, TABLE)})`), LEGEND),
      ],
    }),
  ]);
}
