import { board, row } from "../vocabulary/board.js";
import { number, trend } from "../vocabulary/panels.js";
import { maxBy, mean, on, quantile, rate, ratio, shareUpTo, sum, sumBy, top } from "../vocabulary/promql.js";
import { NOT_OVER_JMX, query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { hosts, topCount } from "../vocabulary/variables.js";
import { devices } from "./storage-devices.js";

const readSeconds = "cassandra_sstable_read_seconds";
/** Spellings of the bucket bound of 100 us: Prometheus 2 keeps that of the endpoint, Prometheus 3 normalizes it. */
const UP_TO_100_US = "1.0E-4|1e-04|0.0001";
const swapUsed = `${on("system_swap_size_bytes")} - ${on("system_swap_free_bytes")}`;

export const storage = board({
  uid: "foreread-storage",
  title: "Storage and OS",
  description:
    "Space, reads of files as Cassandra sees them, memory and CPU of the machine. The row of devices and page cache needs node_exporter on the same hosts.",
  variables: [topCount(), hosts()],
  rows: [
    row("Now", [
      number({
        title: "Load",
        shows: "On-disk size of the live data of the chosen nodes.",
        good: "With size-tiered compaction, it is below half of the disks, because compaction may need as much again.",
        otherwise: "Clear snapshots, run cleanup after expansions, or add nodes.",
        unit: Unit.BYTES,
        queries: [query(sum(on("cassandra_storage_load_bytes")), "load")],
      }),
      number({
        title: "Held by snapshots only",
        shows: "Disk space of files that only snapshots use.",
        good: "It is small compared with the load.",
        otherwise:
          "Use `nodetool listsnapshots`, then `clearsnapshot`. auto_snapshot keeps one for each dropped or truncated table.",
        unit: Unit.BYTES,
        queries: [query(sum(on("cassandra_snapshots_true_size_bytes")), "snapshots")],
      }),
      number({
        title: "Swap in use, worst node",
        shows: "Used swap space of the node with the most.",
        good: "It is 0, because swap is off or vm.swappiness is 1.",
        otherwise: "Run `swapoff -a`. Heap pages in swap cause GC pauses of seconds.",
        unit: Unit.BYTES,
        steps: [
          { from: 0, color: "green" },
          { from: 1048576, color: "yellow" },
          { from: 104857600, color: "red" },
        ],
        queries: [query(`max(${swapUsed})`, "swap")],
      }),
      number({
        title: "Mean physical read",
        shows: "Mean size of physical reads of sstables, for all activities.",
        good: "It is between the chunk length and 256 KiB, depending on the mix of point reads and scans.",
        otherwise: "The Read-ahead board shows each activity.",
        unit: Unit.BYTES,
        empty: `There is no data while no sstable is read. ${NOT_OVER_JMX}`,
        queries: [query(mean("", "cassandra_sstable_read_size_bytes"), "mean read")],
      }),
      number({
        title: "CPU, busiest node",
        shows: "Share of all CPUs of the machine that is used, for the node with the most.",
        good: "It is below 80 %.",
        otherwise:
          "Above 80 %, see GC on the JVM and allocation board, then the Compaction and Client requests boards.",
        unit: Unit.SHARE,
        steps: [
          { from: 0, color: "green" },
          { from: 0.8, color: "yellow" },
          { from: 0.95, color: "red" },
        ],
        queries: [query(`max(${on("system_cpu_usage")})`, "CPU")],
      }),
      number({
        title: "Open files, worst node",
        shows: "Open file descriptors divided by their limit, for the node with the most.",
        good: "It is below 50 %.",
        otherwise: "Raise the limit nofile to 1000000. Very many sstables mean that compaction is too slow.",
        unit: Unit.SHARE,
        steps: [
          { from: 0, color: "green" },
          { from: 0.5, color: "yellow" },
          { from: 0.8, color: "red" },
        ],
        queries: [query(`max(${on("process_open_fds")} / ${on("process_max_fds")})`, "open")],
      }),
    ]),
    row("Space", [
      trend({
        title: "Load by node",
        shows: "On-disk size of live data.",
        good: "Nodes with equal ownership differ by less than a tenth.",
        otherwise: "See Load by node on the Cluster overview board.",
        unit: Unit.BYTES,
        queries: [query(on("cassandra_storage_load_bytes"), "{{instance}}")],
      }),
      trend({
        title: "Used share of file systems",
        shows: "Used space of the file systems of each directory divided by their size, as the node sees it.",
        good: "It is below 80 %, and below 50 % with size-tiered compaction.",
        otherwise: "Clear snapshots, add nodes or enlarge the volume.",
        empty: NOT_OVER_JMX,
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(
            top(
              maxBy(
                "instance, directory",
                `1 - ${on("cassandra_filesystem_avail_bytes")} / ${on("cassandra_filesystem_size_bytes")}`,
              ),
            ),
            "{{instance}} {{directory}}",
          ),
        ],
      }),
      trend({
        title: "Free space",
        shows: "Free space in the file systems of the data directories, for the directory with the least.",
        good: "It is larger than the largest table.",
        otherwise: "A major compaction has no space for its result. Clear snapshots or add nodes.",
        empty: NOT_OVER_JMX,
        unit: Unit.BYTES,
        queries: [
          query(
            `min by (cluster, instance) (${on("cassandra_filesystem_avail_bytes", 'kind="data"')})`,
            "{{instance}}",
          ),
        ],
      }),
      trend({
        title: "Growth per day",
        shows: "Growth of the load per day, from the trend of the last 24 hours.",
        good: "It is constant. The free space divided by the growth per day is the number of days left.",
        otherwise: "A jump comes from a new table, or from data that no longer expires.",
        empty: "There is no data in the first 20 minutes.",
        unit: Unit.BYTES,
        queries: [query(`86400 * deriv(${on("cassandra_storage_load_bytes")}[1d:10m])`, "{{instance}}")],
      }),
      trend({
        title: "Size by keyspace",
        shows: "Size on disk of the live sstables, for the largest keyspaces.",
        good: "Sizes grow as planned.",
        otherwise: "The Table drill-down board shows the table.",
        unit: Unit.BYTES,
        queries: [query(top(sumBy("keyspace", on("cassandra_keyspace_live_disk_space_bytes"))), "{{keyspace}}")],
      }),
      trend({
        title: "Disk space that is not live data",
        shows:
          "Size of obsolete sstables that are not deleted yet, of files that only snapshots use, and of the commit log.",
        good: "It is small compared with the load.",
        otherwise: "Obsolete sstables stay while a long read, stream or repair uses them. Clear old snapshots.",
        unit: Unit.BYTES,
        queries: [
          query(
            `${sum(on("cassandra_keyspace_disk_space_bytes"))} - ${sum(on("cassandra_keyspace_live_disk_space_bytes"))}`,
            "obsolete",
          ),
          query(sum(on("cassandra_snapshots_true_size_bytes")), "snapshots"),
          query(sum(on("cassandra_commit_log_size_bytes")), "commit log"),
        ],
      }),
      trend({
        title: "Compressed divided by uncompressed load",
        shows: "Size of the live data after compression divided by its size before.",
        good: "It is 0.2 to 0.6.",
        otherwise: "Near 1, the data is already compressed, or chunks are too small to compress well.",
        empty: since("5.0"),
        unit: Unit.PLAIN,
        decimals: 2,
        queries: [
          query(
            ratio(on("cassandra_storage_load_bytes"), on("cassandra_storage_uncompressed_load_bytes")),
            "{{instance}}",
          ),
        ],
      }),
      trend({
        title: "Snapshots",
        shows: "Snapshots on each node.",
        good: "There are only the snapshots that your backup makes.",
        otherwise: "A rising number means that no job clears old snapshots.",
        unit: Unit.COUNT,
        queries: [query(on("cassandra_snapshots"), "{{instance}}")],
      }),
    ]),
    row("Reads of files, as Cassandra waits for them", [
      trend({
        title: "Physical reads",
        shows: "Physical reads of sstables per second, including reads from the page cache.",
        good: "It is below the IOPS of the volume.",
        otherwise: "The Read-ahead board shows the activities that read.",
        empty: NOT_OVER_JMX,
        unit: Unit.IO_PER_SECOND,
        queries: [query(sumBy("instance", rate("cassandra_sstable_read_size_bytes_count")), "{{instance}}")],
      }),
      trend({
        title: "Mean wait of a read by activity",
        shows: "Mean duration of a physical read, including reads from the page cache.",
        good: "Point reads take less than 1 ms.",
        otherwise:
          "If it rises with the number of reads, reads wait in the queue of the volume. See Verdict on the Read-ahead board.",
        empty: `There is no data while no sstable is read. ${NOT_OVER_JMX}`,
        unit: Unit.SECONDS,
        queries: [query(mean("activity", readSeconds), "{{activity}}")],
      }),
      trend({
        title: "Answered by the page cache",
        shows: "Share of physical reads that took at most 100 us. No disk is as fast, so the page cache answered them.",
        good: "Point reads have a high share, as far as memory allows.",
        otherwise:
          "If it decreases while compaction runs, compaction evicts pages. Reduce its throttle, or compact at night.",
        empty: `There is no data while no sstable is read. ${NOT_OVER_JMX}`,
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [query(shareUpTo(UP_TO_100_US, "activity", readSeconds), "{{activity}}")],
      }),
      trend({
        title: "p99 wait of a read by node",
        shows: "99th percentile of the duration of physical reads of Data.db.",
        good: "It is below 12 ms on SSD and below 1 ms on local NVMe.",
        otherwise: "If one node is slow, its volume is slow or limited (burst credits).",
        empty: `There is no data while no sstable is read. ${NOT_OVER_JMX}`,
        unit: Unit.SECONDS,
        queries: [query(quantile(0.99, "instance", readSeconds, 'component="Data"'), "{{instance}}")],
      }),
      trend({
        title: "Writes to disk",
        shows: "Bytes per second that compactions wrote. The Table drill-down board shows flushes.",
        good: "It is a small multiple of the flushed bytes.",
        otherwise:
          "If the sum of reads and writes is near the bandwidth of the volume, reduce the compaction throttle or use larger volumes.",
        empty: NOT_OVER_JMX,
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sum(rate("cassandra_node_compaction_written_bytes_total")), "compactions")],
      }),
      trend({
        title: "Buffer pools",
        shows: "Off-heap memory of Cassandra's buffer pools.",
        good: "The chunk cache is at its capacity, and the networking pool is small.",
        otherwise:
          "Overflow means that buffers are allocated outside of the pool, which is slower. Raise file_cache_size.",
        empty: "Cassandra 4.0 and later export the overflow.",
        unit: Unit.BYTES,
        queries: [
          query(sumBy("instance, pool", on("cassandra_buffer_pool_size_bytes")), "{{instance}} {{pool}}"),
          query(sumBy("instance, pool", on("cassandra_buffer_pool_overflow_bytes")), "{{instance}} {{pool}} overflow"),
        ],
      }),
    ]),
    row("Machine", [
      trend({
        title: "CPU of the machine and of Cassandra",
        shows: "Share of all CPUs used by all processes and by Cassandra.",
        good: "Both are close to each other and below 80 %.",
        otherwise: "If they differ much, another process uses the CPU.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(on("system_cpu_usage"), "{{instance}} machine"),
          query(on("process_cpu_usage"), "{{instance}} Cassandra"),
        ],
      }),
      trend({
        title: "Load average divided by CPUs",
        shows:
          "Mean number of threads that ran or waited for a CPU or a disk in the last minute, divided by the number of CPUs.",
        good: "It is below 1.",
        otherwise: "If it is above 2 while CPU use is below 80 %, threads wait for the disk.",
        unit: Unit.PLAIN,
        decimals: 2,
        queries: [query(`${on("system_load_average_1m")} / ${on("system_cpus")}`, "{{instance}}")],
      }),
      trend({
        title: "Free memory",
        shows: "Physical memory that is not used, not even by the page cache.",
        good: "It is a few hundred MB, because the page cache uses the rest.",
        otherwise:
          "Gigabytes of free memory long after the start mean that the data fits into memory, or that a container limits the memory.",
        unit: Unit.BYTES,
        queries: [query(on("system_memory_free_bytes"), "{{instance}}")],
      }),
      trend({
        title: "Swap in use",
        shows: "Used swap space.",
        good: "It is 0.",
        otherwise: "Run `swapoff -a`.",
        unit: Unit.BYTES,
        queries: [query(swapUsed, "{{instance}}")],
      }),
      trend({
        title: "Open files",
        shows: "Open file descriptors.",
        good: "The number is constant.",
        otherwise: "A rise over days is a leak, or comes from sstables that compaction cannot merge.",
        unit: Unit.COUNT,
        queries: [query(on("process_open_fds"), "{{instance}}")],
      }),
      trend({
        title: "Virtual memory",
        shows: "Virtual memory of the process, including mapped files.",
        good: "It is the heap, the direct memory and, with mmap, the sstables.",
        otherwise: "If mapped segments are near vm.max_map_count (1048575), raise it. Check for too many sstables.",
        unit: Unit.BYTES,
        queries: [query(on("process_virtual_memory_bytes"), "{{instance}}")],
      }),
    ]),
    devices(),
  ],
});
