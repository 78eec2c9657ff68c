import { board, row } from "../vocabulary/board.js";
import { number, trend } from "../vocabulary/panels.js";
import { maxBy, mean, on, rate, ratio, sum, sumBy } from "../vocabulary/promql.js";
import { NOT_OVER_JMX, query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

const HEAP = 'area="heap"';
const NO_PAUSE = `There is no data before the first pause in the window. ${NOT_OVER_JMX}`;
const allocated = rate("cassandra_allocated_bytes_total");
const heapMax = maxBy("instance", on("jvm_memory_max_bytes", HEAP));
const afterGc = sumBy("instance", on("jvm_memory_pool_collection_used_bytes", HEAP));

export const jvm = board({
  uid: "foreread-jvm",
  title: "JVM and allocation",
  description: "Allocation by threads, GC pauses, and the size of the heap.",
  variables: [],
  rows: [
    row("Now", [
      number({
        title: "Allocation",
        shows: "Heap bytes allocated per second, measured per thread and not derived from collections.",
        good: "It is below 1 GiB/s for each of the chosen nodes, over which it is the sum.",
        otherwise: "Allocation by class of thread shows which threads allocate.",
        empty: NOT_OVER_JMX,
        unit: Unit.BYTES_PER_SECOND,
        width: 6,
        queries: [query(sum(allocated), "allocated")],
      }),
      number({
        title: "Time in pauses, worst node",
        shows: "Share of time in which collections stopped the node, for the node with the most.",
        good: "It is below 2 %.",
        otherwise: "Above 5 %, see the cause and the duration below.",
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
        shows:
          "Heap in use after the last collection divided by the maximum heap. With G1, the old generation counts as it was after the last mixed or full collection, and as 0 before the first one.",
        good: "It is below 70 %.",
        otherwise:
          "Above 85 %, use a larger heap of up to 31 GB, or find large partitions, many tables or many concurrent requests.",
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
        shows: "Threads that wait for each other forever.",
        good: "There are none.",
        otherwise: "Take a thread dump (jstack), then restart the node.",
        unit: Unit.PLAIN,
        width: 6,
        steps: [
          { from: 0, color: "green" },
          { from: 1, color: "red" },
        ],
        queries: [query(sum(on("jvm_threads_deadlocked")), "threads")],
      }),
      number({
        title: "Java",
        shows: "Nodes by version of Java.",
        good: "All nodes have one version.",
        otherwise: "Update Java on the other nodes.",
        unit: Unit.PLAIN,
        names: true,
        width: 24,
        height: 3,
        queries: [query(`count by (cluster, version) (${on("jvm_runtime_info")})`, "{{version}}")],
      }),
    ]),
    row("Allocation", [
      trend({
        title: "Allocation by class of thread",
        shows: "Heap bytes allocated per second, by the work of the thread.",
        good: "Most of it belongs to native_transport, read and mutation, which work for clients.",
        otherwise:
          "If compaction has the most, it determines the frequency of GC. Use fewer compactors or a lower throttle. If messaging has the most, large rows are sent between nodes.",
        empty: NOT_OVER_JMX,
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sumBy("thread_class", allocated), "{{thread_class}}")],
      }),
      trend({
        title: "Allocation by node",
        shows: "Heap bytes allocated per second.",
        good: "It is equal on all nodes.",
        otherwise: "A node that allocates much more is compacting, or coordinates more requests than the others.",
        empty: NOT_OVER_JMX,
        unit: Unit.BYTES_PER_SECOND,
        queries: [query(sumBy("instance", allocated), "{{instance}}")],
      }),
      trend({
        title: "Compaction's share",
        shows: "Share of the allocated bytes that threads of compaction allocate.",
        good: "It is below one half.",
        otherwise:
          "A higher value on a fast disk means that allocation and not I/O limits compaction. Newer releases allocate less.",
        empty: NOT_OVER_JMX,
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
        shows: "Heap bytes allocated by threads of compaction divided by the uncompressed bytes scanned.",
        good: "It is below 4, with and without read-ahead.",
        otherwise: "Many small cells allocate more. The value also changes if another table is compacted.",
        empty: `There is no data while nothing is compacted. ${NOT_OVER_JMX}`,
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
        shows:
          "Share of time in which collections stopped a node, by cause, as the mean of the chosen nodes with the agent.",
        good: "Nearly all pauses have a normal cause, such as G1 Evacuation Pause or Allocation Failure.",
        otherwise:
          "For G1 Humongous Allocation, raise G1HeapRegionSize. For Metadata GC Threshold, raise MetaspaceSize. For System.gc(), find the caller. Do not set -XX:+DisableExplicitGC, which prevents the release of direct memory.",
        empty: NO_PAUSE,
        unit: Unit.SHARE,
        queries: [
          query(
            `${sumBy("cause", rate("jvm_gc_pause_seconds_sum"))} / on (cluster) group_left () count by (cluster) (${on("cassandra_compaction_running")})`,
            "{{cause}}",
          ),
        ],
      }),
      trend({
        title: "Mean pause by cause",
        shows: "Mean duration of a pause, by cause and kind of collection.",
        good: "It is below 200 ms with G1 and below 1 ms with ZGC.",
        otherwise:
          "Other nodes consider a node down if its pauses are longer than their timeouts. Reduce MaxGCPauseMillis, allocation or live objects.",
        empty: NO_PAUSE,
        unit: Unit.SECONDS,
        queries: [query(mean("cause, action", "jvm_gc_pause_seconds"), "{{cause}}, {{action}}")],
      }),
      trend({
        title: "Longest pause",
        shows: "Longest pause of the last minutes, by node.",
        good: "It is below 500 ms.",
        otherwise: "Pauses above 1 s appear in the p99.9 of client requests. Mean pause by cause shows the reason.",
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
        good: "Only collections of the young generation run.",
        otherwise:
          "Collections of the old generation (G1 Old Generation) mean that the heap is too small for the live objects.",
        unit: Unit.PER_SECOND,
        queries: [query(sumBy("instance, gc", rate("jvm_gc_collection_seconds_count")), "{{instance}} {{gc}}")],
      }),
      trend({
        title: "Time in collectors",
        shows: "Seconds per second by collector, including concurrent phases of some collectors.",
        good: "It is below 0.05.",
        otherwise: "See allocation and heap after GC.",
        unit: Unit.SHARE,
        queries: [query(sumBy("instance, gc", rate("jvm_gc_collection_seconds_sum")), "{{instance}} {{gc}}")],
      }),
      trend({
        title: "Safepoints",
        shows:
          "Share of time in which all threads were stopped for any reason (held), and share in which the JVM waited for them to stop (waiting).",
        good: "`held` is little more than the GC pauses, and `waiting` is near 0.",
        otherwise:
          "Long loops or page faults through mmap delay a safepoint. On JDK 11, biased locking also stops threads; -XX:-UseBiasedLocking disables it.",
        empty: NOT_OVER_JMX,
        unit: Unit.SHARE,
        queries: [
          query(sumBy("instance", rate("jvm_safepoint_seconds_total")), "{{instance}} held"),
          query(sumBy("instance", rate("jvm_safepoint_sync_seconds_total")), "{{instance}} waiting"),
        ],
      }),
    ]),
    row("Heap and other memory", [
      trend({
        title: "Heap after GC",
        shows:
          "Heap in use after the last collection, and the maximum heap. With G1, the old generation counts as it was after the last mixed or full collection, and as 0 before the first one.",
        good: "It is below 70 % of the maximum and constant over days.",
        otherwise: "A rise over days is a leak, so take a heap dump. A jump means that a large partition was read.",
        unit: Unit.BYTES,
        queries: [query(afterGc, "{{instance}} after GC"), query(`max(${heapMax})`, "limit")],
      }),
      trend({
        title: "Heap used",
        shows: "Heap in use, and heap that the operating system has committed to the JVM.",
        good: "The line rises and falls.",
        otherwise: "A flat line at the limit means that collections run without a break.",
        unit: Unit.BYTES,
        queries: [
          query(on("jvm_memory_used_bytes", HEAP), "{{instance}} used"),
          query(on("jvm_memory_committed_bytes", HEAP), "{{instance}} committed"),
        ],
      }),
      trend({
        title: "Memory pools",
        shows: "Used memory by pool, on the node with the most.",
        good: "Only Eden and Old change.",
        otherwise:
          "If Metaspace rises, classes are loaded without end, for example by UDFs. Survivor above 1 GB means too many live young objects.",
        unit: Unit.BYTES,
        queries: [query(maxBy("pool", on("jvm_memory_pool_used_bytes")), "{{pool}}")],
      }),
      trend({
        title: "Direct and mapped buffers",
        shows: "Memory of direct and mapped buffers outside of the heap, and the limit of direct memory.",
        good: "Direct memory is constant, and mapped memory is as large as the mapped sstables.",
        otherwise:
          "If direct memory is near its limit, scans fall back with reason direct_memory. Raise -XX:MaxDirectMemorySize.",
        unit: Unit.BYTES,
        queries: [
          query(sumBy("instance, pool", on("jvm_buffer_pool_used_bytes")), "{{instance}} {{pool}}"),
          query(sumBy("instance", on("jvm_direct_memory_max_bytes")), "{{instance}} limit of direct"),
        ],
      }),
      trend({
        title: "Threads by state",
        shows: "Live threads by state.",
        good: "Most threads wait, and nearly none is blocked.",
        otherwise: "Blocked threads wait for a lock, so take a thread dump. If all states rise, threads leak.",
        empty: "There is no data over remote JMX, unless `metrics.node.include` names `jvm_threads_state`.",
        unit: Unit.COUNT,
        queries: [query(sumBy("state", on("jvm_threads_state")), "{{state}}")],
      }),
      trend({
        title: "CPU",
        shows: "Number of CPUs that the process uses, and number of CPUs that are available to it.",
        good: "The process uses less than 60 % of the available CPUs.",
        otherwise: "If it uses nearly all CPUs, see GC time, compaction and requests.",
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
