import type { Row } from "../vocabulary/board.js";
import { counter, details, gauge } from "../vocabulary/details.js";
import { NOT_OVER_JMX, inUnit } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

export function jvmDetails(): Row {
  return details("JVM and process", [
    {
      title: "Memory pools",
      unit: Unit.BYTES,
      shows: "Committed memory and limit of each pool.",
      good: "Committed memory is constant.",
      otherwise: "If metaspace grows, classes are loaded without end.",
      queries: [
        gauge("jvm_memory_pool_committed_bytes", "committed", "pool"),
        gauge("jvm_memory_pool_max_bytes", "maximum", "pool"),
      ],
    },
    {
      title: "Live data after full collections",
      unit: Unit.BYTES,
      shows: "Heap in use after the last full collection, and limit of the old generation.",
      good: "It is far below the limit.",
      otherwise: "Near the limit, use a larger heap, or find the objects in a heap dump.",
      empty: NOT_OVER_JMX,
      queries: [gauge("jvm_gc_live_data_size_bytes", "live"), gauge("jvm_gc_max_data_size_bytes", "maximum")],
    },
    {
      title: "Young generation",
      unit: Unit.BYTES_PER_SECOND,
      shows: "Bytes per second that were allocated and promoted, as seen by collections.",
      good: "Promoted bytes are a small part of the allocated bytes.",
      otherwise: "If many bytes are promoted, use a larger young generation or fewer long requests.",
      empty: NOT_OVER_JMX,
      queries: [
        counter("jvm_gc_memory_allocated_bytes_total", "allocated"),
        counter("jvm_gc_memory_promoted_bytes_total", "promoted"),
      ],
    },
    {
      title: "Concurrent phases of collections",
      unit: Unit.SECONDS,
      shows: "Longest concurrent phase, and share of time in concurrent phases.",
      good: "The longest phase is below a minute.",
      otherwise: "If a phase takes longer, the collector gets too little CPU.",
      empty: `There is no data before the first concurrent phase. ${NOT_OVER_JMX}`,
      queries: [
        gauge("jvm_gc_concurrent_phase_time_seconds_max", "longest"),
        inUnit(Unit.SHARE, counter("jvm_gc_concurrent_phase_time_seconds_sum", "share of time")),
      ],
    },
    {
      title: "Buffers outside of the heap",
      unit: Unit.COUNT,
      shows: "Number of direct and mapped buffers.",
      good: "Mapped buffers follow the number of sstables.",
      otherwise: "If direct buffers grow, there is a leak or there are many large requests.",
      queries: [gauge("jvm_buffer_pool_used_buffers", "", "pool")],
    },
    {
      title: "Capacity of buffers",
      unit: Unit.BYTES,
      shows: "Capacity of direct and mapped buffers, and the limit of direct buffers.",
      good: "Direct buffers are below the limit.",
      otherwise: "Near the limit, an OutOfMemoryError follows.",
      queries: [
        gauge("jvm_buffer_pool_capacity_bytes", "", "pool"),
        gauge("jvm_direct_memory_max_bytes", "limit of direct"),
      ],
    },
    {
      title: "Threads",
      unit: Unit.COUNT,
      shows: "Current threads, daemon threads among them, and the peak.",
      good: "The number is constant.",
      otherwise: "If it grows, connections or threads leak.",
      queries: [
        gauge("jvm_threads_current", "current"),
        gauge("jvm_threads_daemon", "daemons"),
        gauge("jvm_threads_peak", "peak"),
      ],
    },
    {
      title: "Threads started, classes loaded, safepoints",
      unit: Unit.PER_SECOND,
      shows: "Threads started, classes loaded and unloaded, and safepoints, per second.",
      good: "The rates are low after the start.",
      otherwise:
        "Look for pools with a short keep-alive if threads are started, and for user-defined functions if classes are loaded. See the JVM and allocation board for safepoints.",
      empty: "There is no data on safepoints over remote JMX.",
      queries: [
        counter("jvm_threads_started_total", "threads started"),
        counter("jvm_classes_loaded_total", "classes loaded"),
        counter("jvm_classes_unloaded_total", "classes unloaded"),
        counter("jvm_safepoints_total", "safepoints"),
      ],
    },
    {
      title: "Classes and time of the JIT compiler",
      unit: Unit.COUNT,
      shows: "Loaded classes, and seconds of compilation per second, where 1 is one thread.",
      good: "Both are constant after the start.",
      otherwise: "Compilation for hours means that the code cache is full.",
      queries: [
        gauge("jvm_classes_currently_loaded", "classes"),
        inUnit(Unit.THREADS, counter("jvm_compilation_time_seconds_total", "compiling threads")),
      ],
    },
    {
      title: "Memory of the process and the machine",
      unit: Unit.BYTES,
      shows: "Resident memory of the process, and memory of the machine.",
      good: "Resident memory is constant and leaves memory for the page cache.",
      otherwise: "If it grows, an off-heap structure or a leak is the cause.",
      empty: "There is no resident memory over remote JMX.",
      queries: [gauge("process_resident_memory_bytes", "resident"), gauge("system_memory_size_bytes", "machine")],
    },
  ]);
}
