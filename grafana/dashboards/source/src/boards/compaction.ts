import { board, row } from "../vocabulary/board.js";
import { bars, grid, number, trend } from "../vocabulary/panels.js";
import { KEYSPACE, TABLE, maxBy, nodes, on, quantile, rate, ratio, sum, sumBy, top } from "../vocabulary/promql.js";
import { NOT_OVER_JMX, query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { keyspaceAndTable, topCount } from "../vocabulary/variables.js";
import { strategies } from "./compaction-strategies.js";

const BY = "keyspace, table";
const LEGEND = "{{keyspace}}.{{table}}";
const RUNNING = "There is no data while nothing is compacted.";
const MEASURED = `${RUNNING} ${NOT_OVER_JMX}`;
const perSecond = (what: string) => rate(`cassandra_node_compaction_${what}_total`);
const perTable = (what: string) => sumBy(BY, rate(`cassandra_compaction_${what}_total`, KEYSPACE, TABLE));
/**
 * Only compactions have input bytes. Other operations, such as cleanup, have output and allocated bytes. The counters increase when
 * an operation ends, so a short window has no value most of the time.
 */
const ofCompactions = (what: string) =>
  sumBy(BY, `increase(${on(`cassandra_compaction_${what}_total`, 'activity="compaction"', KEYSPACE, TABLE)}[1h])`);
/** The maximum removes the name of the metric. Grafana would not merge columns with different names. */
const running = (metric: string) => maxBy("instance, type, keyspace, table", on(metric, KEYSPACE, TABLE));
const throttle = on("cassandra_compaction_throttle_bytes_per_second");

/**
 * Flushed bytes are counted before compression and compacted bytes after it, so flushed bytes are multiplied by the
 * compression ratio. A table without compression has no ratio, so the flushed bytes are used as they are.
 */
const flushed = sumBy(BY, `increase(${on("cassandra_table_flushed_bytes_total", KEYSPACE, TABLE)}[1h])`);
const compressionRatio = `avg by (cluster, ${BY}) (${on("cassandra_table_compression_ratio", KEYSPACE, TABLE)})`;
const flushedToDisk = `(${flushed} * ${compressionRatio} or ${flushed})`;
const writeAmplification = `1 + ${ratio(
  sumBy(BY, `increase(${on("cassandra_table_compaction_written_bytes_total", KEYSPACE, TABLE)}[1h])`),
  flushedToDisk,
)}`;

export const compaction = board({
  uid: "foreread-compaction",
  title: "Compaction",
  description: "Whether compaction keeps up, its throughput, and what limits it.",
  variables: [...keyspaceAndTable(), topCount()],
  rows: [
    row("Now", [
      grid({
        title: "Running",
        shows: "Operations that run now, with their table, progress and estimated remaining time.",
        good: "Operations take minutes, and those of the largest sstables take hours.",
        otherwise: "If progress stops, the throttle is very low or the disk is full. See the log.",
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
        shows: "Running operations, and the compactions that may run at the same time.",
        good: "All allowed compactions run only while many are pending.",
        otherwise:
          "If the limit is always reached and pending compactions rise, use a faster disk, read-ahead or a higher throttle. More compactors make GC more expensive.",
        unit: Unit.PLAIN,
        height: 8,
        queries: [
          query(sum(on("cassandra_compactions_active")), "running"),
          query(sum(on("cassandra_compaction_concurrent_limit")), "allowed"),
        ],
      }),
      number({
        title: "Pending",
        shows: "Estimated pending compactions over the chosen nodes.",
        good: "There are fewer than 20 per node.",
        otherwise: "If the number rises for hours, see Throughput and throttle, and Verdict on the Read-ahead board.",
        unit: Unit.COUNT,
        height: 8,
        queries: [query(sum(on("cassandra_compaction_pending_tasks")), "pending")],
      }),
    ]),
    row("Does it keep up", [
      trend({
        title: "Pending by node",
        shows: "Estimated pending compactions.",
        good: "The number decreases after peaks and is equal on all nodes.",
        otherwise:
          "If the number rises on one node, its disk or its load is the cause. If it rises on all nodes, there are more writes than compaction can process.",
        unit: Unit.COUNT,
        queries: [query(on("cassandra_compaction_pending_tasks"), "{{instance}}")],
      }),
      bars({
        title: "Pending by table",
        width: 12,
        height: 8,
        shows: "Estimated pending compactions of the tables that have the most.",
        good: "The number returns to 0.",
        otherwise: "Check the table in the row By strategy, and its writes on the Table drill-down board.",
        unit: Unit.COUNT,
        queries: [query(top(sumBy(BY, on("cassandra_table_estimated_pending_compactions", KEYSPACE, TABLE))), LEGEND)],
      }),
      trend({
        title: "Finished operations",
        shows: "Operations that ended per minute, by kind.",
        good: "The rate is constant.",
        otherwise:
          "If none ends and compactions are pending, one very large compaction runs or compaction threads hang.",
        empty: `There is no data before the first operation has ended. ${NOT_OVER_JMX}`,
        unit: Unit.COUNT,
        queries: [query(`60 * ${sumBy("activity", perSecond("finished"))}`, "{{activity}}")],
      }),
      trend({
        title: "Given up for lack of disk space",
        shows:
          "Compactions per second that were aborted or reduced because of too little disk space, and sstables per second that they left out.",
        good: "There are none.",
        otherwise:
          "Free space at once by clearing snapshots or adding nodes. Without space, compaction stops and reads become slower.",
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
          "Compressed bytes scanned per second by node, including running operations, and the configured throttle, which counts the same bytes. They are the uncompressed bytes multiplied by the compression ratio of the node. A throttle of 0 means no limit and is not drawn.",
        good: "Throughput is near the throttle while compactions are pending.",
        otherwise:
          "If it is at the throttle and pending compactions rise, use `nodetool setcompactionthroughput`. If it is far below, the disk, CPU or allocation is the limit, as the panels below show.",
        empty: "Nodes have no throughput over remote JMX.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [
          query(nodes("instance:cassandra_compaction_disk_bytes:rate5m"), "{{instance}}"),
          query(`max(${throttle}) > 0`, "throttle"),
        ],
      }),
      trend({
        title: "Throughput by kind",
        shows: "Uncompressed bytes scanned per second by kind of operation.",
        good: "Most throughput is that of compaction.",
        otherwise:
          "Validation and anticompaction belong to a repair, and cleanup follows an expansion. Throttle them if they use the whole bandwidth of the disk.",
        empty: MEASURED,
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sumBy("activity", perSecond("scanned_bytes")), "{{activity}}")],
      }),
      bars({
        title: "Throughput by table",
        width: 12,
        height: 8,
        shows: "Uncompressed bytes scanned per second, for the tables with the most.",
        good: "Tables have throughput in proportion to their writes.",
        otherwise: "A small table with most of the throughput has leveled compaction and frequent overwrites.",
        empty: MEASURED,
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(top(perTable("scanned_bytes")), LEGEND)],
      }),
      trend({
        title: "Use of the throttle",
        shows: "Compressed bytes scanned divided by the throttle, on nodes with a throttle.",
        good: "It is below 90 %, or no compactions are pending.",
        otherwise: "Near 100 % with rising pending compactions, the throttle and not the disk limits compaction.",
        empty: "There is no data on nodes without a throttle, or over remote JMX.",
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
        shows:
          "Bytes of sstables per second that compactions and similar operations read and wrote. Reads through mmap without read-ahead are not counted.",
        good: "Reads and writes are about equal. Writes are fewer where data expires or is overwritten.",
        otherwise: "If their sum is near the bandwidth of the volume, the volume is the limit.",
        empty: MEASURED,
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sum(perSecond("read_bytes")), "read"), query(sum(perSecond("written_bytes")), "written")],
      }),
      trend({
        title: "Median and p95 duration",
        shows: "Duration of operations that ended, by kind.",
        good: "Operations take seconds to minutes.",
        otherwise: "Very large sstables take hours. Leveled or unified compaction keeps sstables smaller.",
        empty: MEASURED,
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
          "Bytes that flushes and compactions wrote divided by bytes that flushes wrote, in the last hour. It is the number of times that each byte is written.",
        good: "Size-tiered compaction has 3 to 6, leveled 10 to 30 and time-window 1 to 3.",
        otherwise:
          "A much higher value means too many levels for the write rate. Use unified or size-tiered compaction for leveled tables with many writes.",
        empty: "There is no data without a flush in the last hour.",
        unit: Unit.BYTES_PER_BYTE,
        decimals: 1,
        queries: [query(top(writeAmplification), LEGEND)],
      }),
      bars({
        title: "Output divided by input",
        width: 12,
        height: 8,
        shows:
          "Bytes written divided by bytes of the inputs on disk, for compactions that ended in the last hour, by table.",
        good: "It is below 1, because data was merged or has expired.",
        otherwise:
          "Near 1 for all tables, compaction rewrites data without merging it. Raise min_threshold or use time-window compaction.",
        empty: `There is no data if no compaction ended in the last hour. ${NOT_OVER_JMX}`,
        unit: Unit.PLAIN,
        decimals: 2,
        queries: [query(top(ratio(ofCompactions("output_bytes"), ofCompactions("input_bytes"))), LEGEND)],
      }),
      trend({
        title: "CPU time divided by duration",
        shows: "CPU time divided by duration, for operations that ended, by kind.",
        good: "It is above 70 %, so operations compute and do not wait.",
        otherwise:
          "If it is low, operations wait for the throttle or the disk. See Share of a compaction that waits for reads on the Read-ahead board.",
        empty: MEASURED,
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
        shows:
          "Seconds per second that operations waited for physical reads, by kind of operation. 1 means one thread that always waits.",
        good: "It is far below the number of running operations.",
        otherwise: "If it is near that number, see Verdict on the Read-ahead board.",
        empty: MEASURED,
        unit: Unit.THREADS,
        queries: [query(sumBy("activity", perSecond("read_seconds")), "{{activity}}")],
      }),
      trend({
        title: "Mean read",
        shows: "Mean size of a physical read by kind of operation, over all components of sstables.",
        good: "It is above 100 KiB, and near 256 KiB for large sstables.",
        otherwise: "About 15 KiB is one chunk per read. See Fall-backs by reason on the Read-ahead board.",
        empty: `${MEASURED} Reads through mmap without read-ahead are not counted.`,
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
        shows: "Heap bytes allocated divided by bytes written, for compactions that ended in the last hour, by table.",
        good: "It is below 5.",
        otherwise:
          "Many small cells or wide rows allocate more. On a fast disk, allocation and GC then limit compaction, so use fewer compactors or a newer release.",
        empty: `There is no data if no compaction ended in the last hour. ${NOT_OVER_JMX}`,
        unit: Unit.PLAIN,
        decimals: 1,
        queries: [query(top(ratio(ofCompactions("allocated_bytes"), ofCompactions("output_bytes"))), LEGEND)],
      }),
    ]),
    strategies(),
  ],
});
