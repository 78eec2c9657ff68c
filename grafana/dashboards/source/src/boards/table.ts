import { board, row } from "../vocabulary/board.js";
import { grid, trend } from "../vocabulary/panels.js";
import { KEYSPACE, TABLE, mean, on, quantile, rate, sumBy, top } from "../vocabulary/promql.js";
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { tablesOfOneKeyspace, topCount } from "../vocabulary/variables.js";
import { onRequest } from "./table-on-request.js";

const BY = "keyspace, table";
const LEGEND = "{{keyspace}}.{{table}}";
const local = "cassandra_table_operation_latency_seconds";
const ofKeyspace = "cassandra_keyspace_operation_latency_seconds";
const operation = (name: string) => `operation="${name}"`;
const measures = (...tables: string[]) => ({
  gauge: (metric: string) => sumBy(BY, on(metric, ...tables)),
  most: (metric: string) => `max by (${BY}) (${on(metric, ...tables)})`,
  perSecond: (metric: string, ...matchers: string[]) => sumBy(BY, rate(metric, ...tables, ...matchers)),
  average: (metric: string, ...matchers: string[]) => mean(BY, metric, ...tables, ...matchers),
});
const ofAll = measures(KEYSPACE);
const { gauge, most, perSecond, average } = measures(KEYSPACE, TABLE);

export const table = board({
  uid: "foreread-table",
  title: "Table drill-down",
  description:
    "The tables of one keyspace, summed over the chosen nodes: the first row has all of them, the others those of $table.",
  variables: [...tablesOfOneKeyspace(), topCount()],
  rows: [
    row("Tables", [
      grid({
        title: "Keyspaces",
        shows: "All keyspaces, those with most operations on replicas first.",
        good: "what the application is expected to do.",
        otherwise: "select the keyspace above.",
        empty: "Mean latencies: while nobody reads or writes.",
        unit: Unit.PLAIN,
        width: 24,
        height: 7,
        columns: ["keyspace"],
        sortBy: "Reads/s",
        values: [
          { title: "Reads/s", unit: Unit.OPERATIONS_PER_SECOND },
          { title: "Writes/s", unit: Unit.OPERATIONS_PER_SECOND },
          { title: "Size", unit: Unit.BYTES },
          { title: "Pending compactions", unit: Unit.COUNT },
          { title: "Data in memtables", unit: Unit.BYTES },
        ],
        queries: [
          query(sumBy("keyspace", rate(`${ofKeyspace}_count`, operation("read"))), "Reads/s"),
          query(sumBy("keyspace", rate(`${ofKeyspace}_count`, operation("write"))), "Writes/s"),
          query(sumBy("keyspace", on("cassandra_keyspace_live_disk_space_bytes")), "Size"),
          query(sumBy("keyspace", on("cassandra_keyspace_estimated_pending_compactions")), "Pending compactions"),
          query(sumBy("keyspace", on("cassandra_keyspace_memtable_live_data_bytes")), "Data in memtables"),
        ],
      }),
      grid({
        title: "Tables of the keyspace",
        shows: "The tables of $keyspace, those with most reads first, and what usually makes one slow.",
        good: "few sstables per read, few tombstones, partitions below 100 MB.",
        otherwise: "select the table above and look at the rows below.",
        empty: "Mean read and mean write: while nobody reads or writes.",
        unit: Unit.PLAIN,
        width: 24,
        height: 10,
        columns: ["keyspace", "table"],
        sortBy: "Reads/s",
        values: [
          { title: "Reads/s", unit: Unit.OPERATIONS_PER_SECOND },
          { title: "Writes/s", unit: Unit.OPERATIONS_PER_SECOND },
          { title: "Mean read", unit: Unit.SECONDS },
          { title: "Mean write", unit: Unit.SECONDS },
          { title: "Live sstables", unit: Unit.COUNT },
          { title: "Size", unit: Unit.BYTES },
          { title: "Largest partition", unit: Unit.BYTES },
        ],
        queries: [
          query(ofAll.perSecond(`${local}_count`, operation("read")), "Reads/s"),
          query(ofAll.perSecond(`${local}_count`, operation("write")), "Writes/s"),
          query(ofAll.average(local, operation("read")), "Mean read"),
          query(ofAll.average(local, operation("write")), "Mean write"),
          query(ofAll.gauge("cassandra_table_live_sstables"), "Live sstables"),
          query(ofAll.gauge("cassandra_table_live_disk_space_bytes"), "Size"),
          query(ofAll.most("cassandra_table_partition_size_maximum_bytes"), "Largest partition"),
        ],
      }),
    ]),
    row("Use", [
      trend({
        title: "Reads",
        shows: "Reads of single partitions per second on replicas.",
        good: "what the application is expected to do.",
        otherwise:
          "a table reads far more than its clients ask for: ALLOW FILTERING, paging in a loop, or a hot partition.",
        unit: Unit.OPERATIONS_PER_SECOND,
        queries: [query(top(perSecond(`${local}_count`, operation("read"))), LEGEND)],
      }),
      trend({
        title: "Writes",
        shows: "Writes per second on replicas.",
        good: "what the application is expected to do.",
        otherwise: "a burst: a batch job; limit its rate before compaction falls behind.",
        unit: Unit.OPERATIONS_PER_SECOND,
        queries: [query(top(perSecond(`${local}_count`, operation("write"))), LEGEND)],
      }),
      trend({
        title: "Mean read latency on replicas",
        shows: "Mean latency of reads of single partitions; no coordination, no network.",
        good: "below 1 ms from memory, below 5 ms from SSD.",
        otherwise:
          "see sstables and tombstones per read; for percentiles see the keyspace below or set `metrics.table.distributions: buckets`.",
        empty: "While nobody reads.",
        unit: Unit.SECONDS,
        queries: [query(top(average(local, operation("read"))), LEGEND)],
      }),
      trend({
        title: "Mean write latency on replicas",
        shows: "Mean latency of writes; no coordination, no network.",
        good: "below 0.5 ms.",
        otherwise:
          "materialized views or secondary indexes on the table, large rows, or a commit log that is slow for all.",
        empty: "While nobody writes.",
        unit: Unit.SECONDS,
        queries: [query(top(average(local, operation("write"))), LEGEND)],
      }),
      trend({
        title: "p99 by keyspace",
        shows: "99th percentile of reads and writes on replicas over all tables of a keyspace.",
        good: "reads below 12 ms on SSD, writes below 1 ms.",
        otherwise: "find the table by its mean above.",
        empty: "While nobody uses the keyspace.",
        unit: Unit.SECONDS,
        queries: [
          query(
            top(quantile(0.99, "keyspace, operation", "cassandra_keyspace_operation_latency_seconds", KEYSPACE)),
            "{{keyspace}} {{operation}}",
          ),
        ],
      }),
      trend({
        title: "Speculative retries",
        shows: "Reads per second sent to one more replica because an answer was late, as coordinator.",
        good: "1 % of reads, as speculative_retry 99p means it.",
        otherwise: "more: one replica is slow; see worst nodes on the Cluster overview.",
        unit: Unit.PER_SECOND,
        queries: [query(top(perSecond("cassandra_table_speculative_retries_total")), LEGEND)],
      }),
    ]),
    row("What a read costs", [
      trend({
        title: "Sstables per read",
        shows: "Mean sstables that a read of one partition opened.",
        good: "below 4, leveled compaction 1 to 2.",
        otherwise: "above 10: compaction is behind, or rows are updated over a long time under time-window compaction.",
        empty: "While nobody reads.",
        unit: Unit.PLAIN,
        decimals: 1,
        queries: [query(top(average("cassandra_table_sstables_per_read")), LEGEND)],
      }),
      trend({
        title: "Tombstones per read",
        shows: "Mean tombstones that a read scanned.",
        good: "below 10.",
        otherwise:
          "hundreds: a queue, nulls written for absent values, or collections replaced whole. From 1000 on Cassandra warns, at 100000 it refuses.",
        empty: "While nobody reads.",
        unit: Unit.PLAIN,
        decimals: 1,
        queries: [query(top(average("cassandra_table_tombstones_scanned")), LEGEND)],
      }),
      trend({
        title: "Live rows per read",
        shows: "Mean live rows that a read scanned.",
        good: "as many as the query returns.",
        otherwise: "far more: filtering, or whole partitions read for one row.",
        empty: "While nobody reads.",
        unit: Unit.PLAIN,
        decimals: 1,
        queries: [query(top(average("cassandra_table_live_rows_scanned")), LEGEND)],
      }),
      trend({
        title: "Largest partition",
        shows: "Largest partition in any one sstable, uncompressed, up to 20 % too much.",
        good: "below 100 MB, better below 10 MB.",
        otherwise:
          "split it: a bucket in the partition key. Such partitions make long pauses in compaction, repair and reads.",
        unit: Unit.BYTES,
        steps: [
          { from: 0, color: "green" },
          { from: 104857600, color: "yellow" },
          { from: 1073741824, color: "red" },
        ],
        queries: [query(top(most("cassandra_table_partition_size_maximum_bytes")), LEGEND)],
      }),
      trend({
        title: "Bloom filter false positives",
        shows: "Sstables read in vain, of the sstables alive now.",
        good: "few beside the reads.",
        otherwise: "lower bloom_filter_fp_chance of the table, and let it be rewritten.",
        unit: Unit.COUNT,
        queries: [query(top(gauge("cassandra_table_bloom_filter_false_positives")), LEGEND)],
      }),
      trend({
        title: "Compression ratio",
        shows: "Compressed through uncompressed size, mean of nodes: less is better; -1 if nothing is compressed.",
        good: "0.2 to 0.6.",
        otherwise:
          "0.9 and above: compression does little; leave it on, for reads of uncompressed tables are not read ahead, and try zstd.",
        unit: Unit.PLAIN,
        decimals: 2,
        queries: [query(top(`avg by (${BY}) (${on("cassandra_table_compression_ratio", KEYSPACE, TABLE)})`), LEGEND)],
      }),
    ]),
    row("Size and upkeep", [
      trend({
        title: "Size on disk",
        shows: "Size of the sstables that reads use.",
        good: "grows as planned.",
        otherwise: "grows without end: TTLs missing, or tombstones that no compaction reaches.",
        unit: Unit.BYTES,
        queries: [query(top(gauge("cassandra_table_live_disk_space_bytes")), LEGEND)],
      }),
      trend({
        title: "Obsolete and not yet deleted",
        shows: "Size of sstables that were replaced and still lie on disk.",
        good: "0 soon after compactions.",
        otherwise: "stays: a long read, stream or repair holds them; else only a restart gives it back.",
        unit: Unit.BYTES,
        queries: [
          query(
            top(
              sumBy(
                BY,
                `${on("cassandra_table_disk_space_bytes", KEYSPACE, TABLE)} - ${on("cassandra_table_live_disk_space_bytes", KEYSPACE, TABLE)}`,
              ),
            ),
            LEGEND,
          ),
        ],
      }),
      trend({
        title: "Live sstables",
        shows: "Sstables that reads use, over the chosen nodes.",
        good: "steady.",
        otherwise: "climbs: compaction does not keep up, or a stream brought many small ones.",
        unit: Unit.COUNT,
        queries: [query(top(gauge("cassandra_table_live_sstables")), LEGEND)],
      }),
      trend({
        title: "Pending compactions",
        shows: "Compactions estimated to be due.",
        good: "returns to 0.",
        otherwise: "see Compaction for who runs and what holds it up.",
        unit: Unit.COUNT,
        queries: [query(top(gauge("cassandra_table_estimated_pending_compactions")), LEGEND)],
      }),
      trend({
        title: "Memtable data",
        shows: "Live data in memtables.",
        good: "a saw-tooth.",
        otherwise:
          "one table fills the space of all: its flushes are large; fewer, larger ones are good, blocked writes are not.",
        unit: Unit.BYTES,
        queries: [query(top(gauge("cassandra_table_memtable_live_data_bytes")), LEGEND)],
      }),
      trend({
        title: "Flushed",
        shows: "Bytes per second that flushes wrote, before compression.",
        good: "in step with writes.",
        otherwise: "far more than clients send: many small flushes of many tables.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(top(perSecond("cassandra_table_flushed_bytes_total")), LEGEND)],
      }),
      trend({
        title: "Pending flushes",
        shows: "Memtables that wait to be flushed or are being flushed.",
        good: "0, with spikes.",
        otherwise: "steady: see Writes blocked on the Node board.",
        unit: Unit.COUNT,
        queries: [query(top(gauge("cassandra_table_pending_flushes")), LEGEND)],
      }),
      trend({
        title: "Least repaired",
        shows:
          "Share of the data that incremental repair has marked as repaired, of the tables that have least, lowest node.",
        good: "near 1 with incremental repair; 0 with full repairs only, which mark nothing.",
        otherwise: "falls with incremental repair: repairs do not run or fail; see Streaming and repair.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(`bottomk($top, min by (${BY}) (${on("cassandra_table_repaired_ratio", KEYSPACE, TABLE)}))`, LEGEND),
        ],
      }),
      trend({
        title: "Dropped mutations",
        shows: "Mutations per second dropped on replicas because they were too old.",
        good: "0.",
        otherwise: "repair the table; then see why replicas are overloaded.",
        empty:
          "Cassandra 3.11 to 4.1 only, and 4.0 and 4.1 always say 0: they count dropped mutations by node, on the Node board.",
        unit: Unit.PER_SECOND,
        queries: [query(top(perSecond("cassandra_table_dropped_mutations_total")), LEGEND)],
      }),
    ]),
    onRequest(),
  ],
});
