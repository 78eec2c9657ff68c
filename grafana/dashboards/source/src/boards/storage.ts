import { board, row } from "../vocabulary/board.js";
import { number, trend } from "../vocabulary/panels.js";
import { mean, on, quantile, rate, ratio, shareUpTo, sum, sumBy, top } from "../vocabulary/promql.js";
import { query, since } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";
import { hosts, topCount } from "../vocabulary/variables.js";
import { devices } from "./storage-devices.js";

const readSeconds = "cassandra_sstable_read_seconds";
/** Prometheus 2 keeps the bound as the endpoint writes it, Prometheus 3 normalizes it. */
const UP_TO_100_US = "1.0E-4|1e-04|0.0001";
const swapUsed = `${on("system_swap_size_bytes")} - ${on("system_swap_free_bytes")}`;

export const storage = board({
  uid: "foreread-storage",
  title: "Storage and OS",
  description:
    "Space, reads of files as Cassandra sees them, memory and CPU of the machine. Devices and the page cache themselves need node_exporter on the same hosts.",
  variables: [topCount(), hosts()],
  rows: [
    row("Now", [
      number({
        title: "Load",
        shows: "On-disk size of the live data of the chosen nodes.",
        good: "below half of the disks with size-tiered compaction, which may need as much again.",
        otherwise: "clear snapshots, run cleanup after expansions, add nodes.",
        unit: Unit.BYTES,
        queries: [query(sum(on("cassandra_storage_load_bytes")), "load")],
      }),
      number({
        title: "Held by snapshots only",
        shows: "Disk space that only snapshots still hold.",
        good: "little beside the load.",
        otherwise:
          "`nodetool listsnapshots`, then `clearsnapshot`; auto_snapshot leaves one for each dropped or truncated table.",
        unit: Unit.BYTES,
        queries: [query(sum(on("cassandra_snapshots_true_size_bytes")), "snapshots")],
      }),
      number({
        title: "Swap in use, most",
        shows: "Swap space in use of the node that uses most.",
        good: "0: swap off, or vm.swappiness 1.",
        otherwise: "`swapoff -a`: pages of the heap on disk make GC pauses of seconds.",
        unit: Unit.BYTES,
        steps: [
          { from: 0, color: "green" },
          { from: 1048576, color: "red" },
        ],
        queries: [query(`max(${swapUsed})`, "swap")],
      }),
      number({
        title: "Mean physical read",
        shows: "Mean size of physical reads of sstables, all activities.",
        good: "between chunk length and 256 KiB, by the mix of point reads and scans.",
        otherwise: "see Read-ahead for each activity.",
        unit: Unit.BYTES,
        empty: "While no sstable is read.",
        queries: [query(mean("", "cassandra_sstable_read_size_bytes"), "mean read")],
      }),
      number({
        title: "CPU, busiest",
        shows: "Share of all CPUs of the machine in use, of the busiest node.",
        good: "below 80 %.",
        otherwise: "above: see JVM and allocation for GC, Compaction, Client requests.",
        unit: Unit.SHARE,
        steps: [
          { from: 0, color: "green" },
          { from: 0.8, color: "yellow" },
          { from: 0.95, color: "red" },
        ],
        queries: [query(`max(${on("system_cpu_usage")})`, "CPU")],
      }),
      number({
        title: "Open files, most",
        shows: "File descriptors open through those that may be.",
        good: "below 50 %.",
        otherwise: "raise nofile to 1000000; very many sstables: compaction is behind.",
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
        good: "equal within a tenth at equal ownership.",
        otherwise: "see Load by node on the Cluster overview.",
        unit: Unit.BYTES,
        queries: [query(on("cassandra_storage_load_bytes"), "{{instance}}")],
      }),
      trend({
        title: "Growth per day",
        shows: "Change of the load in the last day.",
        good: "steady: divide the free space by it.",
        otherwise: "a jump: a new table, or data that no longer expires.",
        unit: Unit.BYTES,
        queries: [query(`delta(${on("cassandra_storage_load_bytes")}[1d])`, "{{instance}}")],
      }),
      trend({
        title: "Size by keyspace",
        shows: "Size on disk of the sstables that reads use, over the chosen nodes, of the largest.",
        good: "grows as planned.",
        otherwise: "see Table drill-down for the table.",
        unit: Unit.BYTES,
        queries: [query(top(sumBy("keyspace", on("cassandra_keyspace_live_disk_space_bytes"))), "{{keyspace}}")],
      }),
      trend({
        title: "Not live",
        shows: "What else lies on disk: sstables not yet deleted, space held by snapshots only, commit log.",
        good: "small beside the load.",
        otherwise: "obsolete stays: a long read, stream or repair holds it. Snapshots: clear them.",
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
        title: "Compressed through uncompressed load",
        shows: "What compression leaves of the live data.",
        good: "0.2 to 0.6.",
        otherwise: "near 1: the data is compressed already, or chunks are too small to compress well.",
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
        good: "those that your backup makes.",
        otherwise: "climbs: nobody clears them.",
        unit: Unit.COUNT,
        queries: [query(on("cassandra_snapshots"), "{{instance}}")],
      }),
    ]),
    row("Reads of files, as Cassandra waits for them", [
      trend({
        title: "Physical reads",
        shows: "Reads of sstables per second, page cache hits included.",
        good: "below the volume's IOPS.",
        otherwise: "see Read-ahead for who reads.",
        unit: Unit.IO_PER_SECOND,
        queries: [query(sumBy("instance", rate("cassandra_sstable_read_size_bytes_count")), "{{instance}}")],
      }),
      trend({
        title: "Mean wait of a read by activity",
        shows: "Mean duration of a physical read, page cache hits included.",
        good: "point reads below 1 ms.",
        otherwise: "it rises with more reads: the volume queues; see the verdict on Read-ahead.",
        empty: "While no sstable is read.",
        unit: Unit.SECONDS,
        queries: [query(mean("activity", readSeconds), "{{activity}}")],
      }),
      trend({
        title: "Answered by the page cache",
        shows: "Share of physical reads that took less than 100 us: no disk is that fast, so memory answered.",
        good: "point reads high, as much as memory allows.",
        otherwise: "point reads fall while compaction runs: it pushes pages out; throttle it, or compact at night.",
        empty: "While no sstable is read.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [query(shareUpTo(UP_TO_100_US, "activity", readSeconds), "{{activity}}")],
      }),
      trend({
        title: "p99 wait of a read by node",
        shows: "99th percentile of the duration of physical reads of Data.db.",
        good: "SSD below 12 ms; local NVMe below 1 ms.",
        otherwise: "one node: its volume is slow or throttled (burst credits).",
        empty: "While no sstable is read.",
        unit: Unit.SECONDS,
        queries: [query(quantile(0.99, "instance", readSeconds, 'component="Data"'), "{{instance}}")],
      }),
      trend({
        title: "Writes to disk",
        shows: "Bytes per second that compactions wrote. Table drill-down has those of flushes.",
        good: "a small multiple of flushes.",
        otherwise: "their sum with reads near the volume's bandwidth: throttle compaction, or larger volumes.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sum(rate("cassandra_node_compaction_written_bytes_total")), "compactions")],
      }),
      trend({
        title: "Buffer pools",
        shows: "Memory off the heap of Cassandra's buffer pools.",
        good: "chunk cache at its capacity, networking small.",
        otherwise: "overflow grows: buffers beyond the pool cost allocation; raise file_cache_size.",
        empty: "Overflow: Cassandra 4.0 and later.",
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
        shows: "Share of all CPUs in use, by all processes and by Cassandra.",
        good: "close together, below 80 %.",
        otherwise: "far apart: another process takes the CPU.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(on("system_cpu_usage"), "{{instance}} machine"),
          query(on("process_cpu_usage"), "{{instance}} Cassandra"),
        ],
      }),
      trend({
        title: "Load average through CPUs",
        shows: "Threads that ran or waited for a CPU or a disk in the last minute, through CPUs.",
        good: "below 1.",
        otherwise: "above 2 with CPU below 80 %: threads wait for the disk.",
        unit: Unit.PLAIN,
        decimals: 2,
        queries: [query(`${on("system_load_average_1m")} / ${on("system_cpus")}`, "{{instance}}")],
      }),
      trend({
        title: "Memory that nobody uses",
        shows: "Physical memory free, not even page cache.",
        good: "a few hundred MB: the rest is page cache.",
        otherwise: "gigabytes free long after the start: the data fits in memory, or a container's limit is in force.",
        unit: Unit.BYTES,
        queries: [query(on("system_memory_free_bytes"), "{{instance}}")],
      }),
      trend({
        title: "Swap in use",
        shows: "Swap space in use.",
        good: "0.",
        otherwise: "`swapoff -a`.",
        unit: Unit.BYTES,
        queries: [query(swapUsed, "{{instance}}")],
      }),
      trend({
        title: "Open files",
        shows: "File descriptors open.",
        good: "flat.",
        otherwise: "climbs for days: a leak, or sstables that compaction cannot merge.",
        unit: Unit.COUNT,
        queries: [query(on("process_open_fds"), "{{instance}}")],
      }),
      trend({
        title: "Virtual memory",
        shows: "Virtual memory of the process, mapped files included.",
        good: "heap, direct memory and, under mmap, the sstables.",
        otherwise: "mapped segments near vm.max_map_count (1048575): raise it; many sstables.",
        unit: Unit.BYTES,
        queries: [query(on("process_virtual_memory_bytes"), "{{instance}}")],
      }),
    ]),
    devices(),
  ],
});
