import { type Row, row } from "../vocabulary/board.js";
import { grid, trend } from "../vocabulary/panels.js";
import { on, rate, sumBy } from "../vocabulary/promql.js";
import { query } from "../vocabulary/spec.js";
import { Unit } from "../vocabulary/units.js";

export function health(): Row {
  return row("Is it healthy", [
    trend({
      title: "Scans by reader",
      shows:
        "Scans opened per second, by reader: Foreread, Cassandra's own read-ahead (5.0.4 and later) or Cassandra's default reader. The pattern `full` reads whole blocks, and `ramp` starts with one chunk.",
      good: "The reader is foreread, or native on releases that have it.",
      otherwise: "Fall-backs by reason shows why the reader is stock.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("reader, pattern", rate("foreread_scans_total")), "{{reader}} {{pattern}}")],
    }),
    trend({
      title: "Fall-backs by reason",
      shows: "Scans per second that did not read ahead, by reason.",
      good: "The only reasons are nothing_to_gain, native_effective and chunk_cache, which need no action.",
      otherwise:
        "For budget_spent, raise buffer-budget. For direct_memory, raise -XX:MaxDirectMemorySize. For truncated and chunk_too_long, verify the sstable. For unexpected_error, report the message in the log.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("reason", rate("foreread_fallbacks_total")), "{{reason}}")],
    }),
    trend({
      title: "Memory of read-ahead",
      shows: "Direct memory used by open scans, idle memory that is kept for later scans, and the limit.",
      good: "Used memory is below the limit and returns to 0 between compactions.",
      otherwise:
        "At the limit, raise buffer-budget. Memory that stays in use while nothing is scanned is a leak. Report it, and disable read-ahead.",
      unit: Unit.BYTES,
      queries: [
        query(on("foreread_buffer_used_bytes"), "{{instance}} used"),
        query(on("foreread_buffer_idle_bytes"), "{{instance}} idle"),
        query(`max(${on("foreread_buffer_budget_bytes")})`, "budget"),
      ],
    }),
    trend({
      title: "Buffers held by open scans",
      shows: "Read-ahead buffers in use, and running operations.",
      good: "Buffers are 0 while nothing runs, and otherwise a few per sstable that is read.",
      otherwise: "Buffers that stay in use while nothing runs are a leak. Report it.",
      unit: Unit.COUNT,
      queries: [
        query(on("foreread_buffers_used"), "{{instance}} buffers"),
        query(on("cassandra_compaction_running"), "{{instance}} operations"),
      ],
    }),
    grid({
      title: "Hooks",
      shows: "State of each hook on each node, and the reason.",
      good: "A hook is applied, waits for Cassandra to load the class, or is skipped on a release that does not have the class.",
      otherwise: "The class of a failed hook is unchanged. Report the reason and the release.",
      unit: Unit.PLAIN,
      columns: ["instance", "hook", "state", "reason"],
      queries: [query(on("foreread_hook_status"), "{{hook}}")],
    }),
    trend({
      title: "Errors of probes",
      shows:
        "Errors per second in probes and other parts of Foreread. They are suppressed: Cassandra works as without these parts.",
      good: "There are none.",
      otherwise: "Values on this board can be missing, or compactions use more CPU. Report the first error in the log.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("instance", rate("foreread_probe_failures_total")), "{{instance}}")],
    }),
  ]);
}
