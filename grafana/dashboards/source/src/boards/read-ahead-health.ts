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
        "Scans opened per second by the reader they got: ours, Cassandra's own read-ahead (5.0.4 and later), or stock. full reads whole blocks, ramp starts with a chunk.",
      good: "foreread, or native on releases that have it.",
      otherwise: "stock: the reason is beside this.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("reader, pattern", rate("foreread_scans_total")), "{{reader}} {{pattern}}")],
    }),
    trend({
      title: "Fall-backs by reason",
      shows: "Scans per second that did not read ahead, by the reason.",
      good: "only not_compressed, nothing_to_gain, native_effective, chunk_cache: nothing to do.",
      otherwise:
        "budget_spent: raise buffer-budget. direct_memory: raise -XX:MaxDirectMemorySize. unexpected_error: report the line in the log.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("reason", rate("foreread_fallbacks_total")), "{{reason}}")],
    }),
    trend({
      title: "Memory of read-ahead",
      shows: "Direct memory used by open scans, idle memory that is kept for later scans, and the budget.",
      good: "used falls to 0 between compactions and stays below the budget.",
      otherwise:
        "used never falls although nothing is scanned: a leak; report it, and switch read-ahead off. At the budget: raise buffer-budget.",
      unit: Unit.BYTES,
      queries: [
        query(on("foreread_buffer_used_bytes"), "{{instance}} used"),
        query(on("foreread_buffer_idle_bytes"), "{{instance}} idle"),
        query(`max(${on("foreread_buffer_budget_bytes")})`, "budget"),
      ],
    }),
    trend({
      title: "Buffers held by open scans",
      shows: "Read-ahead buffers used now, and the operations that run.",
      good: "0 when nothing runs; else some per sstable being read.",
      otherwise: "stays while nothing runs: a leak; report it.",
      unit: Unit.COUNT,
      queries: [
        query(on("foreread_buffers_used"), "{{instance}} buffers"),
        query(on("cassandra_compaction_running"), "{{instance}} operations"),
      ],
    }),
    grid({
      title: "Hooks",
      shows: "What became of each hook on each node, and why.",
      good: "applied, or waiting for Cassandra to load the class; skipped for a release that has no such class.",
      otherwise: "failed: that class is unchanged; report the reason and the release.",
      unit: Unit.PLAIN,
      columns: ["instance", "hook", "state", "reason"],
      queries: [query(on("foreread_hook_status"), "{{hook}}")],
    }),
    trend({
      title: "Errors of probes",
      shows: "Errors in observing code, suppressed so that Cassandra never sees them.",
      good: "0.",
      otherwise: "some numbers of this board are wrong; the log has the first one. Report it.",
      unit: Unit.PER_SECOND,
      queries: [query(sumBy("instance", rate("foreread_probe_failures_total")), "{{instance}}")],
    }),
  ]);
}
