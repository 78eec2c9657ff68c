import { board, row } from "../vocabulary/board.js";
import { grid, trend } from "../vocabulary/panels.js";
import { KEYSPACE, TABLE, mean, on, quantile, rate, ratio, sumBy, top } from "../vocabulary/promql.js";
import { NOT_OVER_JMX, query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { tablesOfOneKeyspace, topCount } from "../vocabulary/variables.js";
import { onRequest } from "./table-on-request.js";

const BY = "keyspace, table";
const IDLE = `There is no data while nothing is compacted. ${NOT_OVER_JMX}`;
const LEGEND = "{{keyspace}}.{{table}}";
const local = "cassandra_table_operation_latency_seconds";
const ofKeyspace = "cassandra_keyspace_operation_latency_seconds";
const operation = (name: string) => `operation="${name}"`;
const measures = (...tables: string[]) => ({
  gauge: (metric: string) => sumBy(BY, on(metric, ...tables)),
  most: (metric: string) => `max by (cluster, ${BY}) (${on(metric, ...tables)})`,
  perSecond: (metric: string, ...matchers: string[]) => sumBy(BY, rate(metric, ...tables, ...matchers)),
  average: (metric: string, ...matchers: string[]) => mean(BY, metric, ...tables, ...matchers),
});
const ofAll = measures(KEYSPACE);
const { gauge, most, perSecond, average } = measures(KEYSPACE, TABLE);

export const table = board({
  uid: "foreread-table",
  title: "Table drill-down",
  description:
    "The tables of one keyspace, summed over the chosen nodes. The first row shows all keyspaces and all tables of $keyspace, the other rows show the tables of $table.",
  variables: [...tablesOfOneKeyspace(), topCount()],
  rows: [
    row("Tables", [
      grid({
        title: "Keyspaces",
        shows: "All keyspaces, those with the most reads on replicas first.",
        good: "Operations and sizes are what you expect from the applications.",
        otherwise: "Select the keyspace above.",
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
        shows: "Tables of $keyspace, those with the most reads first, and common causes of slow tables.",
        good: "Tables have few sstables and few tombstones per read, and partitions below 100 MB.",
        otherwise: "Select the table above and see the rows below.",
        empty:
          "Mean latencies have no value while no client reads or writes. With `metrics.tables.top`, each node exports its own largest tables, and sums leave out the others.",
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
        good: "The rate is what you expect from the applications.",
        otherwise:
          "Many more reads than clients request come from ALLOW FILTERING, from paging in a loop, or from a hot partition.",
        unit: Unit.OPERATIONS_PER_SECOND,
        queries: [query(top(perSecond(`${local}_count`, operation("read"))), LEGEND)],
      }),
      trend({
        title: "Writes",
        shows: "Writes per second on replicas.",
        good: "The rate is what you expect from the applications.",
        otherwise: "A peak comes from a batch job. Limit its rate before compaction becomes too slow.",
        unit: Unit.OPERATIONS_PER_SECOND,
        queries: [query(top(perSecond(`${local}_count`, operation("write"))), LEGEND)],
      }),
      trend({
        title: "Mean read latency on replicas",
        shows: "Mean latency of reads of single partitions, without coordination and network.",
        good: "It is below 1 ms from memory and below 5 ms from SSD.",
        otherwise:
          "See sstables and tombstones per read. For percentiles, see the keyspace below or set `metrics.table.distributions: buckets`.",
        empty: "There is no data while no client reads.",
        unit: Unit.SECONDS,
        queries: [query(top(average(local, operation("read"))), LEGEND)],
      }),
      trend({
        title: "Mean write latency on replicas",
        shows: "Mean latency of writes, without coordination and network.",
        good: "It is below 0.5 ms.",
        otherwise:
          "The table has materialized views, secondary indexes or large rows, or the commit log is slow for all tables.",
        empty: "There is no data while no client writes.",
        unit: Unit.SECONDS,
        queries: [query(top(average(local, operation("write"))), LEGEND)],
      }),
      trend({
        title: "p99 by keyspace",
        shows: "99th percentile of reads and writes on replicas over all tables of a keyspace.",
        good: "Reads take less than 12 ms on SSD, and writes less than 1 ms.",
        otherwise: "The mean latencies above show the table.",
        empty: "There is no data while no client uses the keyspace.",
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
        shows: "Reads per second that coordinators sent to one more replica because a response was late.",
        good: "It is about 1 % of the reads with speculative_retry 99p.",
        otherwise: "If it is more, one replica is slow. See the worst nodes on the Cluster overview board.",
        unit: Unit.PER_SECOND,
        queries: [query(top(perSecond("cassandra_table_speculative_retries_total")), LEGEND)],
      }),
    ]),
    row("What a read costs", [
      trend({
        title: "Sstables per read",
        shows: "Mean number of sstables that a read of one partition opened.",
        good: "It is below 4, and 1 to 2 with leveled compaction.",
        otherwise:
          "Above 10, compaction is too slow, or rows are updated over a long time with time-window compaction.",
        empty: "There is no data while no client reads.",
        unit: Unit.PLAIN,
        decimals: 1,
        queries: [query(top(average("cassandra_table_sstables_per_read")), LEGEND)],
      }),
      trend({
        title: "Tombstones per read",
        shows: "Mean number of tombstones that a read scanned.",
        good: "It is below 10.",
        otherwise:
          "Hundreds come from queues, from nulls written for absent values, or from collections that are replaced. Cassandra warns from 1000 on, and rejects reads from 100000 on.",
        empty: "There is no data while no client reads.",
        unit: Unit.PLAIN,
        decimals: 1,
        queries: [query(top(average("cassandra_table_tombstones_scanned")), LEGEND)],
      }),
      trend({
        title: "Live rows per read",
        shows: "Mean number of live rows that a read scanned.",
        good: "It is the number of rows that the query returns.",
        otherwise: "Many more rows come from filtering, or from whole partitions that are read for one row.",
        empty: "There is no data while no client reads.",
        unit: Unit.PLAIN,
        decimals: 1,
        queries: [query(top(average("cassandra_table_live_rows_scanned")), LEGEND)],
      }),
      trend({
        title: "Largest partition",
        shows: "Uncompressed size of the largest partition in one sstable, up to 20 % too high.",
        good: "It is below 100 MB, and better below 10 MB.",
        otherwise:
          "Split the partition with a bucket in the partition key. Large partitions cause long pauses in compaction, repair and reads.",
        unit: Unit.BYTES,
        steps: [
          { from: 0, color: "green" },
          { from: 100_000_000, color: "yellow" },
          { from: 1_000_000_000, color: "red" },
        ],
        queries: [query(top(most("cassandra_table_partition_size_maximum_bytes")), LEGEND)],
      }),
      trend({
        title: "Bloom filter false positives",
        shows:
          "Number of reads of the live sstables that the bloom filter allowed although the sstable did not have the partition.",
        good: "There are few compared with the reads.",
        otherwise: "Reduce bloom_filter_fp_chance of the table, and rewrite its sstables.",
        unit: Unit.COUNT,
        queries: [query(top(gauge("cassandra_table_bloom_filter_false_positives")), LEGEND)],
      }),
      trend({
        title: "Compression ratio",
        shows: "Compressed size divided by uncompressed size, as the mean of the nodes.",
        good: "It is 0.2 to 0.6.",
        otherwise: "From 0.9 on, compression saves little. Try zstd.",
        empty: "There is no data while nothing is compressed.",
        unit: Unit.PLAIN,
        decimals: 2,
        queries: [
          query(top(`avg by (cluster, ${BY}) (${on("cassandra_table_compression_ratio", KEYSPACE, TABLE)})`), LEGEND),
        ],
      }),
    ]),
    row("Size and upkeep", [
      trend({
        title: "Size on disk",
        shows: "Size of the live sstables.",
        good: "It grows as planned.",
        otherwise: "If it grows without end, a TTL is missing, or no compaction reaches the tombstones.",
        unit: Unit.BYTES,
        queries: [query(top(gauge("cassandra_table_live_disk_space_bytes")), LEGEND)],
      }),
      trend({
        title: "Obsolete and not yet deleted",
        shows: "Size of sstables that were replaced and are still on disk.",
        good: "It returns to 0 soon after compactions.",
        otherwise:
          "If it remains, a long read, stream or repair uses the sstables. Otherwise only a restart deletes them.",
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
        shows: "Live sstables over the chosen nodes.",
        good: "The number is constant.",
        otherwise: "If it rises, compaction is too slow, or a stream has brought many small sstables.",
        unit: Unit.COUNT,
        queries: [query(top(gauge("cassandra_table_live_sstables")), LEGEND)],
      }),
      trend({
        title: "Pending compactions",
        shows: "Estimated pending compactions.",
        good: "The number returns to 0.",
        otherwise: "The Compaction board shows what runs and what limits it.",
        unit: Unit.COUNT,
        queries: [query(top(gauge("cassandra_table_estimated_pending_compactions")), LEGEND)],
      }),
      trend({
        title: "Memtable data",
        shows: "Live data in memtables.",
        good: "The size rises and falls.",
        otherwise:
          "A table that uses most of the memtable space has large flushes, which is good unless writes are blocked.",
        unit: Unit.BYTES,
        queries: [query(top(gauge("cassandra_table_memtable_live_data_bytes")), LEGEND)],
      }),
      trend({
        title: "Flushed",
        shows: "Bytes per second written by flushes, before compression.",
        good: "The rate follows the writes.",
        otherwise: "Far more than clients send means many small flushes of many tables.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(top(perSecond("cassandra_table_flushed_bytes_total")), LEGEND)],
      }),
      trend({
        title: "Pending flushes",
        shows: "Memtables that wait to be flushed or are being flushed.",
        good: "There are none except for short peaks.",
        otherwise: "If the number stays above 0, see Writes blocked for memtable memory on the Node board.",
        unit: Unit.COUNT,
        queries: [query(top(gauge("cassandra_table_pending_flushes")), LEGEND)],
      }),
      trend({
        title: "Least repaired",
        shows:
          "Share of the data that incremental repair has marked as repaired, for the tables with the smallest share. The value of a table is that of the node with the smallest share.",
        good: "It is near 1 with incremental repair, and 0 with full repairs only, which mark nothing.",
        otherwise:
          "If it decreases with incremental repair, repairs do not run or fail. See the Streaming and repair board.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(
            `bottomk($top, min by (cluster, ${BY}) (${on("cassandra_table_repaired_ratio", KEYSPACE, TABLE)}))`,
            LEGEND,
          ),
        ],
      }),
      trend({
        title: "Dropped mutations",
        shows: "Mutations per second dropped on replicas because they were older than their timeout.",
        good: "There are none.",
        otherwise: "Repair the table, then find out why replicas are overloaded.",
        empty:
          "This is exported by Cassandra 3.11 to 4.1 only, and is always 0 in 4.0 and 4.1. Cassandra 4.0 and 4.1 count dropped mutations by node only, see the Node board.",
        unit: Unit.PER_SECOND,
        queries: [query(top(perSecond("cassandra_table_dropped_mutations_total")), LEGEND)],
      }),
    ]),
    row("Compaction", [
      trend({
        title: "Compaction: read and written",
        shows:
          "Bytes per second that compactions and similar operations read and wrote. Reads through mmap are not counted.",
        good: "Both are in proportion to the writes of the table.",
        otherwise:
          "If the bytes are far more than the writes, write amplification is high. Check the strategy of the table.",
        empty: IDLE,
        unit: Unit.BYTES_PER_SECOND,
        queries: [
          query(top(perSecond("cassandra_compaction_read_bytes_total")), `${LEGEND} read`),
          query(top(perSecond("cassandra_compaction_written_bytes_total")), `${LEGEND} written`),
        ],
      }),
      trend({
        title: "Compaction: mean read",
        shows: "Mean size of a physical read by compactions and similar operations.",
        good: "It is near 256 KiB for large sstables.",
        otherwise: "About 15 KiB is one chunk per read. See Fall-backs by reason on the Read-ahead board.",
        empty: IDLE,
        unit: Unit.BYTES,
        queries: [
          query(
            ratio(perSecond("cassandra_compaction_read_bytes_total"), perSecond("cassandra_compaction_reads_total")),
            LEGEND,
          ),
        ],
      }),
      trend({
        title: "Compaction: finished operations",
        shows: "Compactions and similar operations that ended per second.",
        good: "The rate follows the flushes of the table.",
        otherwise: "If none ends and compactions are pending, see Running on the Compaction board.",
        empty: IDLE,
        unit: Unit.PER_SECOND,
        queries: [query(top(perSecond("cassandra_compaction_finished_total")), LEGEND)],
      }),
      trend({
        title: "Compaction: time",
        shows: "Seconds per second of operations that ended, and their CPU time.",
        good: "CPU time is most of the duration.",
        otherwise: "If it is a small part, operations wait for the disk: see Verdict on the Read-ahead board.",
        empty: IDLE,
        unit: Unit.THREADS,
        queries: [
          query(top(perSecond("cassandra_compaction_seconds_total")), `${LEGEND} duration`),
          query(top(perSecond("cassandra_compaction_cpu_seconds_total")), `${LEGEND} CPU`),
        ],
      }),
      trend({
        title: "Compaction: time in reads",
        shows: "Seconds per second in which operations, also running ones, were blocked in reads.",
        good: "It is a small part of the number of running operations.",
        otherwise: "If it is most of it, see Verdict on the Read-ahead board.",
        empty: IDLE,
        unit: Unit.THREADS,
        queries: [query(top(perSecond("cassandra_compaction_read_seconds_total")), LEGEND)],
      }),
    ]),
    onRequest(),
  ],
});
