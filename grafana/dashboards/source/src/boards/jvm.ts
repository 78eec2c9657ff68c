import { board, row } from "../vocabulary/board.js";
import { number, trend } from "../vocabulary/panels.js";
import { maxBy, mean, on, rate, ratio, sum, sumBy } from "../vocabulary/promql.js";
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const HEAP = 'area="heap"';
const NO_PAUSE = "Until a first pause in the window.";
const allocated = rate("cassandra_allocated_bytes_total");
const heapMax = maxBy("instance", on("jvm_memory_max_bytes", HEAP));
const afterGc = sumBy("instance", on("jvm_memory_pool_collection_used_bytes", HEAP));

export const jvm = board({
  uid: "foreread-jvm",
  title: "JVM and allocation",
  description: "Who allocates, what it costs in pauses, and whether the heap is large enough.",
  variables: [],
  rows: [
    row("Now", [
      number({
        title: "Allocation",
        shows:
          "Heap bytes allocated per second over the chosen nodes, counted per thread, not guessed from collections.",
        good: "below 1 GiB/s per node.",
        otherwise: "see who allocates below.",
        unit: Unit.BYTES_PER_SECOND,
        width: 6,
        queries: [query(sum(allocated), "allocated")],
      }),
      number({
        title: "Time in pauses, worst node",
        shows: "Share of time in which collections stopped a node.",
        good: "below 2 %.",
        otherwise: "above 5 %: cause and duration are below.",
        empty: NO_PAUSE,
        unit: Unit.SHARE,
        width: 6,
        steps: [
          { from: 0, color: "green" },
          { from: 0.02, color: "yellow" },
          { from: 0.05, color: "red" },
        ],
        queries: [query(`max(${sumBy("instance", rate("jvm_gc_pause_seconds_sum"))})`, "pauses")],
      }),
      number({
        title: "Heap after GC, fullest node",
        shows: "Heap still used after the last collection, through its limit.",
        good: "below 70 %.",
        otherwise:
          "above 85 %: larger heap (at most 31 GB), or find what holds it: large partitions, many tables, many requests.",
        unit: Unit.SHARE,
        width: 6,
        steps: [
          { from: 0, color: "green" },
          { from: 0.7, color: "yellow" },
          { from: 0.85, color: "red" },
        ],
        queries: [query(`max(${afterGc} / ${heapMax})`, "after GC")],
      }),
      number({
        title: "Deadlocked threads",
        shows: "Threads that wait for each other for ever.",
        good: "0.",
        otherwise: "take a thread dump (jstack), then restart the node.",
        unit: Unit.PLAIN,
        width: 6,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "red" },
        ],
        queries: [query(sum(on("jvm_threads_deadlocked")), "threads")],
      }),
    ]),
    row("Who allocates", [
      trend({
        title: "Allocation by class of thread",
        shows: "Heap bytes allocated per second by what the threads do.",
        good: "native_transport, read and mutation lead: clients' work.",
        otherwise:
          "compaction leads: it sets the pace of GC; fewer compactors or a lower throttle. messaging: large rows between nodes.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sumBy("thread_class", allocated), "{{thread_class}}")],
      }),
      trend({
        title: "Allocation by node",
        shows: "Heap bytes allocated per second.",
        good: "equal over nodes.",
        otherwise: "one far more: it compacts, or it is the coordinator of too much.",
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sumBy("instance", allocated), "{{instance}}")],
      }),
      trend({
        title: "Compaction's share",
        shows: "Share of allocation by compaction's threads.",
        good: "below a half.",
        otherwise: "above: on fast disks allocation, not I/O, limits compaction; newer releases allocate less.",
        unit: Unit.SHARE,
        min: 0,
        max: 1,
        queries: [
          query(
            ratio(
              sumBy("instance", rate("cassandra_allocated_bytes_total", 'thread_class="compaction"')),
              sumBy("instance", allocated),
            ),
            "{{instance}}",
          ),
        ],
      }),
      trend({
        title: "Allocated per compacted byte",
        shows: "Heap bytes allocated by compaction's threads through uncompressed bytes scanned.",
        good: "below 4; the same with and without read-ahead.",
        otherwise: "higher: many small cells, or another table is compacted.",
        empty: "While nothing is compacted.",
        unit: Unit.BYTES_PER_BYTE,
        decimals: 2,
        queries: [
          query(
            ratio(
              sumBy("instance", rate("cassandra_allocated_bytes_total", 'thread_class="compaction"')),
              sumBy("instance", rate("cassandra_node_compaction_scanned_bytes_total")),
            ),
            "{{instance}}",
          ),
        ],
      }),
    ]),
    row("Pauses", [
      trend({
        title: "Time in pauses by cause",
        shows: "Seconds per second in which collections stopped the chosen nodes, by cause.",
        good: "nearly all of the normal cause: G1 Evacuation Pause, Allocation Failure.",
        otherwise:
          "G1 Humongous Allocation: larger G1HeapRegionSize. Metadata GC Threshold: larger MetaspaceSize. System.gc(): somebody calls it; -XX:+DisableExplicitGC hurts direct memory, so find who.",
        empty: NO_PAUSE,
        unit: Unit.SHARE,
        queries: [query(sumBy("cause", rate("jvm_gc_pause_seconds_sum")), "{{cause}}")],
      }),
      trend({
        title: "Mean pause by cause",
        shows: "Mean duration of a pause.",
        good: "below 200 ms with G1, 1 ms with ZGC.",
        otherwise:
          "above request timeouts: other nodes take this one for down. Smaller MaxGCPauseMillis, less allocation, fewer live objects.",
        empty: NO_PAUSE,
        unit: Unit.SECONDS,
        queries: [query(mean("cause, action", "jvm_gc_pause_seconds"), "{{cause}}, {{action}}")],
      }),
      trend({
        title: "Longest pause",
        shows: "Longest pause of the last minutes, by node.",
        good: "below 500 ms.",
        otherwise: "above 1 s: clients see it as p99.9; see its cause beside.",
        empty: NO_PAUSE,
        unit: Unit.SECONDS,
        steps: [
          { from: 0, color: "green" },
          { from: 0.5, color: "yellow" },
          { from: 1, color: "red" },
        ],
        queries: [query(maxBy("instance", on("jvm_gc_pause_seconds_max")), "{{instance}}")],
      }),
      trend({
        title: "Collections by collector",
        shows: "Collections per second by collector.",
        good: "young ones only.",
        otherwise: "old or full ones (G1 Old Generation): the heap is too small for what lives.",
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("instance, gc", rate("jvm_gc_collection_seconds_count")), "{{instance}} {{gc}}")],
      }),
      trend({
        title: "Time in collectors",
        shows: "Seconds per second by collector, concurrent phases of some collectors included.",
        good: "below 0.05.",
        otherwise: "see allocation and heap after GC.",
        unit: Unit.SHARE,
        queries: [query(sumBy("instance, gc", rate("jvm_gc_collection_seconds_sum")), "{{instance}} {{gc}}")],
      }),
      trend({
        title: "Safepoints",
        shows:
          "Share of time in which the JVM held all threads for any reason, and in which it waited for them to stop.",
        good: "little more than the pauses; waiting near 0.",
        otherwise:
          "waiting is large: long loops or page faults under mmap hold threads back; biased locking on JDK 11 (-XX:-UseBiasedLocking).",
        unit: Unit.SHARE,
        queries: [
          query(sumBy("instance", rate("jvm_safepoint_seconds_total")), "{{instance}} held"),
          query(sumBy("instance", rate("jvm_safepoint_sync_seconds_total")), "{{instance}} waiting"),
        ],
      }),
    ]),
    row("Heap and beside it", [
      trend({
        title: "Heap after GC",
        shows: "Heap still used after the last collection, and the limit of the heap.",
        good: "below 70 % of the limit, flat over days.",
        otherwise: "climbs for days: a leak; take a heap dump. Jumps: a large partition was read.",
        unit: Unit.BYTES,
        queries: [query(afterGc, "{{instance}} after GC"), query(`max(${heapMax})`, "limit")],
      }),
      trend({
        title: "Heap used",
        shows: "Heap in use, and granted by the system.",
        good: "a saw-tooth.",
        otherwise: "flat at the limit: back-to-back collections.",
        unit: Unit.BYTES,
        queries: [
          query(on("jvm_memory_used_bytes", HEAP), "{{instance}} used"),
          query(on("jvm_memory_committed_bytes", HEAP), "{{instance}} committed"),
        ],
      }),
      trend({
        title: "Memory pools",
        shows: "Used memory by pool, over the chosen nodes.",
        good: "only Eden and Old move.",
        otherwise:
          "Metaspace climbs: classes are loaded without end (UDFs). Survivor above 1 GB: too many live young objects.",
        unit: Unit.BYTES,
        queries: [query(sumBy("pool", on("jvm_memory_pool_used_bytes")), "{{pool}}")],
      }),
      trend({
        title: "Direct and mapped buffers",
        shows: "Memory of buffers outside the heap, by kind.",
        good: "direct is flat; mapped is as large as the mapped sstables.",
        otherwise: "direct near -XX:MaxDirectMemorySize: scans fall back (reason direct_memory); raise it.",
        unit: Unit.BYTES,
        queries: [query(sumBy("instance, pool", on("jvm_buffer_pool_used_bytes")), "{{instance}} {{pool}}")],
      }),
      trend({
        title: "Threads by state",
        shows: "Live threads by state, over the chosen nodes.",
        good: "most wait; blocked near 0.",
        otherwise: "blocked: a lock is fought for; take a thread dump. All climb: threads leak.",
        unit: Unit.COUNT,
        queries: [query(sumBy("state", on("jvm_threads_state")), "{{state}}")],
      }),
      trend({
        title: "CPU",
        shows: "CPUs that the process keeps busy, and CPUs that it may use.",
        good: "below 60 % of them.",
        otherwise: "near all: see GC time, compaction, and requests.",
        unit: Unit.PLAIN,
        decimals: 1,
        queries: [
          query(sumBy("instance", rate("process_cpu_seconds_total")), "{{instance}} busy"),
          query(`max(${on("system_cpus")})`, "CPUs"),
        ],
      }),
    ]),
  ],
});
