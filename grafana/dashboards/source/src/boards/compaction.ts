import { board, row } from "../vocabulary/board.js";
import { bars, grid, number, trend } from "../vocabulary/panels.js";
import { KEYSPACE, TABLE, maxBy, nodes, on, quantile, rate, ratio, sum, sumBy, top } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { keyspaceAndTable, topCount } from "../vocabulary/variables.js";
import { strategies } from "./compaction-strategies.js";

const BY = "keyspace, table";
const LEGEND = "{{keyspace}}.{{table}}";
const RUNNING = "While nothing is compacted.";
const perSecond = (what: string) => rate(`cassandra_node_compaction_${what}_total`);
const perTable = (what: string) => sumBy(BY, rate(`cassandra_compaction_${what}_total`, KEYSPACE, TABLE));
/** Without the name of the metric, which would keep Grafana from merging the columns. */
const running = (metric: string) => maxBy("instance, type, keyspace, table", on(metric, KEYSPACE, TABLE));
const throttle = on("cassandra_compaction_throttle_bytes_per_second");
const scannedByNode = sumBy("instance", rate("cassandra_node_compaction_scanned_bytes_total"));

/** Flushes are counted before compression, compactions after it; the ratio is -1 where nothing is compressed. */
const flushedToDisk = `${sumBy(BY, `increase(${on("cassandra_table_flushed_bytes_total", KEYSPACE, TABLE)}[1h])`)} * avg by (${BY}) (abs(${on("cassandra_table_compression_ratio", KEYSPACE, TABLE)}))`;
const writeAmplification = `1 + ${ratio(
  sumBy(BY, `increase(${on("cassandra_table_compaction_written_bytes_total", KEYSPACE, TABLE)}[1h])`),
  flushedToDisk,
)}`;

export const compaction = board({
  uid: "foreread-compaction",
  title: "Compaction",
  description: "Does compaction keep up, how fast is it, and what holds it up.",
  variables: [...keyspaceAndTable(), topCount()],
  rows: [
    row("Now", [
      grid({
        title: "Running",
        shows: "Operations that run now: what, where, how far, and the time left at the present pace.",
        good: "minutes, hours for the largest tier.",
        otherwise: "progress stands still: throttled to next to nothing, or the disk is full; see the log.",
        empty: RUNNING,
        unit: Unit.PLAIN,
        width: 16,
        columns: ["instance", "type", "keyspace", "table"],
        values: [
          { title: "Done", unit: Unit.SHARE },
          { title: "Time left", unit: Unit.SECONDS },
          { title: "Work done", unit: Unit.BYTES },
          { title: "All work", unit: Unit.BYTES },
        ],
        queries: [
          query(running("cassandra_compaction_active_progress_ratio"), "Done"),
          query(running("cassandra_compaction_remaining_seconds"), "Time left"),
          query(running("cassandra_compaction_active_bytes"), "Work done"),
          query(running("cassandra_compaction_active_total_bytes"), "All work"),
        ],
      }),
      number({
        title: "Running and allowed",
        shows: "Operations that run now over the chosen nodes, and the compactions that they may run at the same time.",
        good: "running reaches allowed only while there is much to do.",
        otherwise:
          "always at the limit with pending ones rising: faster disk, read-ahead or a higher throttle; more compactors cost GC.",
        unit: Unit.PLAIN,
        height: 8,
        queries: [
          query(sum(on("cassandra_compactions_active")), "running"),
          query(sum(on("cassandra_compaction_concurrent_limit")), "allowed"),
        ],
      }),
      number({
        title: "Pending",
        shows: "Compactions estimated to be due over the chosen nodes.",
        good: "below 20 per node.",
        otherwise: "rising for hours: see Throughput and throttle, and the verdict on Read-ahead.",
        unit: Unit.COUNT,
        height: 8,
        queries: [query(sum(on("cassandra_compaction_pending_tasks")), "pending")],
      }),
    ]),
    row("Does it keep up", [
      trend({
        title: "Pending by node",
        shows: "Compactions estimated to be due.",
        good: "falls back after peaks; equal over nodes.",
        otherwise: "rises on one node: its disk or its load; on all: writes are more than compaction can take.",
        unit: Unit.COUNT,
        queries: [query(on("cassandra_compaction_pending_tasks"), "{{instance}}")],
      }),
      bars({
        title: "Pending by table",
        width: 12,
        height: 8,
        shows: "Compactions estimated to be due, of the tables that have most.",
        good: "returns to 0.",
        otherwise: "one table: see its strategy below, and its writes on Table drill-down.",
        unit: Unit.COUNT,
        queries: [query(top(sumBy(BY, on("cassandra_table_estimated_pending_compactions", KEYSPACE, TABLE))), LEGEND)],
      }),
      trend({
        title: "Finished operations",
        shows: "Operations per minute that ended, by kind.",
        good: "steady.",
        otherwise: "none for long with pending ones: one huge compaction runs, or compactors hang.",
        empty: "Until a first operation has ended.",
        unit: Unit.COUNT,
        queries: [query(`60 * ${sumBy("activity", perSecond("finished"))}`, "{{activity}}")],
      }),
      trend({
        title: "Given up for lack of disk space",
        shows: "Compactions per second that were aborted, made smaller or left sstables out because space was short.",
        good: "0.",
        otherwise: "free space now: clear snapshots, add nodes. Without room compaction stops and reads get slower.",
        empty: since("4.0"),
        unit: Unit.PER_SECOND,
        queries: [
          query(sum(rate("cassandra_compaction_aborted_total")), "aborted"),
          query(sum(rate("cassandra_compaction_reduced_total")), "reduced"),
          query(sum(rate("cassandra_compaction_dropped_sstables_total")), "sstables left out"),
        ],
      }),
    ]),
    row("How fast it is", [
      trend({
        title: "Throughput and throttle",
        shows:
          "Uncompressed bytes scanned per second by node, running operations included, and the throttle as configured; a throttle of 0 is none and is not drawn.",
        good: "near the throttle while there is work.",
        otherwise:
          "at the throttle with pending ones rising: `nodetool setcompactionthroughput`. Far below it: disk, CPU or allocation; see beside.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(scannedByNode, "{{instance}}"), query(`max(${throttle}) > 0`, "throttle")],
      }),
      trend({
        title: "Throughput by kind",
        shows: "Uncompressed bytes scanned per second by kind of operation.",
        good: "compaction most of the time.",
        otherwise: "validation or anticompaction ahead: a repair takes the disk; cleanup: after an expansion.",
        empty: RUNNING,
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sumBy("activity", perSecond("scanned_bytes")), "{{activity}}")],
      }),
      bars({
        title: "Throughput by table",
        width: 12,
        height: 8,
        shows: "Uncompressed bytes scanned per second, of the tables that have most.",
        good: "in proportion to writes.",
        otherwise: "a small table takes most: leveled compaction under heavy overwrites.",
        empty: RUNNING,
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(top(perTable("scanned_bytes")), LEGEND)],
      }),
      trend({
        title: "Use of the throttle",
        shows:
          "Bytes scanned through the throttle, compressed, where there is one. The throttle counts compressed bytes.",
        good: "below 90 %, or compaction keeps up.",
        otherwise: "near 100 % with pending ones rising: the throttle, not the disk, holds it up.",
        empty: "Where compaction is not throttled.",
        unit: Unit.SHARE,
        min: 0,
        queries: [
          query(
            ratio(
              nodes("instance:cassandra_compaction_disk_bytes:rate5m"),
              nodes("instance:cassandra_compaction_throttle:bytes_per_second"),
            ),
            "{{instance}}",
          ),
        ],
      }),
      trend({
        title: "Read from and written to disk",
        shows: "Bytes per second; read is none under mmap without read-ahead.",
        good: "read and written alike, less written where data expires or is overwritten.",
        otherwise: "their sum is near the volume's bandwidth: that is the limit.",
        empty: RUNNING,
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sum(perSecond("read_bytes")), "read"), query(sum(perSecond("written_bytes")), "written")],
      }),
      trend({
        title: "Median and p95 duration",
        shows: "Duration of ended operations, by kind.",
        good: "seconds to minutes.",
        otherwise: "hours: very large sstables; leveled or unified compaction keeps them smaller.",
        empty: RUNNING,
        unit: Unit.SECONDS,
        queries: [0.5, 0.95].map((q) =>
          query(quantile(q, "activity", "cassandra_compaction_duration_seconds"), `{{activity}} p${q * 100}`),
        ),
      }),
    ]),
    row("What it costs", [
      bars({
        title: "Write amplification by table",
        width: 12,
        height: 8,
        shows:
          "Bytes that flushes and compactions wrote to disk through those that flushes wrote, in the last hour: how often a byte is written.",
        good: "size-tiered 3 to 6, leveled 10 to 30, time-window 1 to 3.",
        otherwise:
          "far above: too many levels for the write rate; leveled tables with heavy writes do better with unified or size-tiered.",
        empty: "Without flushes in the last hour.",
        unit: Unit.BYTES_PER_BYTE,
        decimals: 1,
        queries: [query(top(writeAmplification), LEGEND)],
      }),
      bars({
        title: "Output through input",
        width: 12,
        height: 8,
        shows: "Bytes written through bytes read on disk, of compactions that ended, by table.",
        good: "below 1: data was merged or expired.",
        otherwise:
          "near 1 for all: compaction rewrites without merging anything; larger tiers (min_threshold) or time-window.",
        empty: RUNNING,
        unit: Unit.PLAIN,
        decimals: 2,
        queries: [query(top(ratio(perTable("output_bytes"), perTable("input_bytes"))), LEGEND)],
      }),
      trend({
        title: "CPU through time",
        shows: "CPU time through duration, of operations that ended, by kind.",
        good: "above 70 %: it computes rather than waits.",
        otherwise:
          "low: it waits for the throttle or the disk; see Share of a compaction that waits for reads on Read-ahead.",
        empty: RUNNING,
        unit: Unit.SHARE,
        min: 0,
        queries: [
          query(
            ratio(sumBy("activity", perSecond("cpu_seconds")), sumBy("activity", perSecond("seconds"))),
            "{{activity}}",
          ),
        ],
      }),
      trend({
        title: "Time blocked in reads",
        shows: "Seconds per second in physical reads by kind: 1 is one thread that only waits.",
        good: "far below the running operations.",
        otherwise: "near them: see the verdict on Read-ahead.",
        empty: RUNNING,
        unit: Unit.THREADS,
        queries: [query(sumBy("activity", perSecond("read_seconds")), "{{activity}}")],
      }),
      trend({
        title: "Mean read",
        shows: "Bytes through physical reads by kind, all components.",
        good: "over 100 KiB, near 256 KiB for large sstables.",
        otherwise: "about 15 KiB: one chunk a read; see Fall-backs on Read-ahead.",
        empty: `${RUNNING} Under mmap without read-ahead.`,
        unit: Unit.BYTES,
        queries: [
          query(
            ratio(sumBy("activity", perSecond("read_bytes")), sumBy("activity", perSecond("reads"))),
            "{{activity}}",
          ),
        ],
      }),
      bars({
        title: "Allocated per byte written",
        width: 12,
        height: 8,
        shows: "Heap bytes allocated through bytes written, of operations that ended, by table.",
        good: "below 5.",
        otherwise:
          "high: many small cells or wide rows; with a fast disk this, and GC, is what limits compaction: fewer compactors, newer release.",
        empty: RUNNING,
        unit: Unit.PLAIN,
        decimals: 1,
        queries: [query(top(ratio(perTable("allocated_bytes"), perTable("output_bytes"))), LEGEND)],
      }),
    ]),
    strategies(),
  ],
});
